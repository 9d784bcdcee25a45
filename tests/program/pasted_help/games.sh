# The games that most examples are about.
new() {
    tabella -q new "$1" --game "$2" --schedule schedule.yaml --vacations 14 --seat rome=scipio.pub --seat carthage=hannibal.pub \
        --mail rome=rome@example.org --mail carthage=carthage@example.org --referee-mail referee@example.org "${@:3}"
}
printf 'zone: UTC\ndays: 3\nhour: 20\nmissed: fallback\n' > schedule.yaml
new zama combined-arms
new metaurus metaurus --items
