# What whoever pastes an example of `--help` has done before it: by the beginning of the example ($1), the first that fits.

invitation() { quietly tabella club invite new "$1" --id capua --game combined-arms --sides lot --key referee; }

filed() {       # whoever is awaited has filed
    tabella -q -C zama form --seat carthage --salt --out carthage.yaml
    tabella -q sign carthage.yaml --key hannibal
    quietly tabella -C zama submit carthage.yaml
}

cup() {         # cup ROUNDS
    cat > autumn.yaml <<END
tournament: autumn
name: The Autumn Cup
system: swiss
rounds: $1
title: punica
seats: [rome, carthage]
seed: the first headline
players:
- {player: livia, name: Livia, key: $(cut -d' ' -f1,2 scipio.pub)}
- {player: hanno, name: Hanno, key: $(cut -d' ' -f1,2 hanno.pub)}
END
}

syrtis() {      # a game of Punica
    quietly tabella new syrtis --game punica --seat rome=scipio.pub --seat carthage=hannibal.pub
}

ruling() { echo "- {op: replace, path: /state/units/0/square, value: d4}" > ruling.yaml; }

agreed() {      # agreed NOTICE: both seats have signed it
    quietly tabella change sign "$1" --as rome --key scipio
    quietly tabella change sign "$1" --as carthage --key hannibal
}

identity() { age-keygen -o stick/identity 2> said; }

if [ -d clone ]; then   # the repository knows where it was made ($2)
    grep -rlF "$2" clone/.git/config zama.git/config zama.git/hooks zama/.tabella | xargs -r sed -i "s|$2|$HOME|g"
fi

case "$1" in
"tabella new zama  "*)
    rm -r zama
    tabella -q new zama --game combined-arms --seat rome=scipio.pub --seat carthage=fair --draft;;
"tabella new zama"*) rm -r zama;;
"tabella key new scipio"*) rm scipio scipio.pub;;
"tabella -C zama form --seat rome --sheet"*)
    mkdir -p .local/share/tabella/sheet
    printf '<meta name="tabella-sheet" content="%s"><script type="application/json" id="turn"></script>' combined-arms \
        > .local/share/tabella/sheet/combined-arms.html;;
"tabella -C zama form"*) rm rome.yaml rome.yaml.sig;;
"tabella club join"*) invitation open; cp open/invitation.yaml* .;;
"tabella club invite take capua join.yaml"*)
    invitation capua
    quietly tabella club join capua/invitation.yaml --key scipio --name Livia;;
"tabella club invite take capua letter.eml"*)
    invitation capua
    {
        printf 'From: livia@example.org\nSubject: I join\n\n'
        tabella club join capua/invitation.yaml --key scipio --name Livia
    } > letter.eml;;
"tabella club invite check"* | "tabella club invite substitute"*)
    invitation capua
    for name in scipio hannibal marius; do
        quietly tabella club join capua/invitation.yaml --key $name --name $name --out $name.yaml
        quietly tabella club invite take capua $name.yaml
    done
    quietly tabella new games/capua --from-invitation capua --referee referee;;
"tabella club tournament pair"*) cup 2;;
"tabella club tournament"*) cup 1; quietly tabella club tournament pair autumn.yaml games --write;;
"tabella mail poll"*)
    quietly tabella new games/capua --game combined-arms --seat rome=scipio.pub --seat carthage=hannibal.pub;;
"tabella -C metaurus analyse luck --swing"*)        # of a game that is over, and small
    rm -r metaurus
    cp -r "$SOURCE/games/punica/example" metaurus;;
"tabella verify metaurus-copy"*)
    quietly tabella -C metaurus share copy "$HOME/metaurus-copy"
    tabella -C metaurus share item /state/units/af-1 --record 7 --out af-1.open;;
"tabella -C syrtis analyse explain --seat rome --draft"*)
    syrtis
    tabella -q -C syrtis form --seat rome --out rome.yaml;;
"tabella -C syrtis"*) syrtis;;
"tabella -C zama share receipt"*) quietly tabella -C zama submit rome.yaml;;
"tabella -C zama change apply notices/01-ruling"*)
    ruling
    quietly tabella -C zama change ruling ruling.yaml --reason 'G4 was played wrongly'
    quietly tabella change sign zama/notices/01-ruling.yaml --as referee --key zama/.tabella/referee.key
    agreed zama/notices/01-ruling.yaml;;
"tabella -C zama change apply notices/01-referee"*)
    quietly tabella -C zama change referee new.pub --name Polybius --reason 'I am leaving'
    quietly tabella change sign zama/notices/01-referee.yaml --as heir --key new
    agreed zama/notices/01-referee.yaml;;
"tabella -C zama change sign"*)
    quietly tabella -C zama change key rome new.pub --reason 'the laptop was stolen';;
"tabella -C zama change charter"*) echo 'vacations: 14' > terms.yaml;;
"tabella -C zama change ruling"*) ruling;;
"tabella -C zama mail send --smtp"*) export TABELLA_SMTP_PASSWORD=secret;;
"tabella -C zama resolve --absent"*) ;;
"tabella -C zama resolve"*) filed;;
"tabella -C zama mail resend --failed"*)
    quietly tabella -C zama mail send --sendmail
    mv zama/outbox/sent/0008-rome.eml zama/outbox/failed/;;
"tabella mail test"*) echo "out: {sendmail: $HOME/bin/sendmail}" >> .config/tabella/run.yaml;;
"tabella -C zama referee recover --from copy-of-rome"*)
    for seat in rome carthage; do quietly tabella -C zama share copy --seat $seat copy-of-$seat; done
    rm -r zama/turns zama/data zama/game.yaml;;
"tabella -C zama referee recover"*) cp rome.yaml rome-7.yaml; cp rome.yaml.sig rome-7.yaml.sig;;
"tabella -C zama mail resend"* | "tabella referee  "* | "tabella referee desk"*) quietly tabella -C zama mail send --sendmail;;
"tabella -C what-if"*) quietly tabella analyse fork zama what-if --at 5;;
"tabella tools case"*) mkdir games/combined-arms; cp -r "$SOURCE/games/combined-arms/cases" games/combined-arms;;
"tabella -C zama key back"*) quietly tabella -C zama key away "$HOME/stick/zama";;
"tabella -C zama key seal"*) identity;;
"TABELLA_IDENTITY"* | "tabella -C zama key unseal"*)
    identity
    quietly tabella -C zama key seal "$(age-keygen -y stick/identity)"
    export TABELLA_IDENTITY=$HOME/stick/identity
    filed;;
"tabella git init zama --remote"*) rm -r zama zama.git; cp -r games/zama zama; git init -q --bare srv/zama.git;;
"tabella -C zama git mend"*)
    rm zama.git/hooks/*
    cd clone
    echo stray > README.md
    git add -f README.md
    git -c user.name=eve -c user.email=eve@example.org commit -q -m stray
    git push -q origin HEAD:main
    cd ..;;
"tabella -C zama git pull"*) filed;;
"tabella git init"*) rm -r zama zama.git clone; cp -r games/zama zama;;
"tabella git push-consent"*)
    quietly tabella -C zama change vacation rome 2031-05-01 2031-05-03 --reason Parilia
    quietly tabella -C zama change key rome new.pub --reason 'the laptop was stolen'
    quietly tabella change sign zama/notices/01-key.yaml --as referee --key zama/.tabella/referee.key
    quietly tabella -C zama git pull || true        # whoever is awaited has not filed
    cd clone
    git pull -q
    cp ../old ../old.pub ../new ../new.pub .;;
"tabella git hook pre-receive"*) cd zama.git; : > updates;;
"tabella git hook"*) mv zama.git srv/zama.git;;
"tabella git"*) cd clone;;
"tabella change sign"*)
    quietly tabella -C zama change key rome new.pub --reason 'the laptop was stolen'
    mv zama/notices .;;
"tabella -C zama referee release"*) quietly tabella -C zama referee hold 'the server is moving';;
esac
