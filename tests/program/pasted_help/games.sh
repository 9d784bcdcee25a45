# The games that most examples are about.
new() {         # new FOLDER TITLE TERMS
    mkdir "$1"
    printf '%s\n' "vacations: 14" "${@:3}" > "$1/draft.yaml"
    tabella -q new "$1" --game "$2" --schedule schedule.yaml --seat rome=scipio.pub --seat carthage=hannibal.pub \
        --mail rome=rome@example.org --mail carthage=carthage@example.org --mail referee=referee@example.org
}
printf 'zone: UTC\ndays: 3\nhour: 20\nmissed: fallback\n' > schedule.yaml
new zama combined-arms
new metaurus metaurus "items: true"
