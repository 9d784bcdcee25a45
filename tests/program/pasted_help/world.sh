# What a reader of `--help` has around them: keys, games, letters and copies under the very names that the examples use.
mkdir -p bin .ssh .config/tabella .local/share/bash-completion/completions club games letters mail/{new,cur,tmp} stick srv
ln -s mail Maildir
for name in referee hanno marius new; do ssh-keygen -q -t ed25519 -N '' -C "$name" -f "$name"; done
cp referee .ssh/club
cp scipio .ssh/id_ed25519 && cp scipio.pub .ssh/id_ed25519.pub
cp scipio old && cp scipio.pub old.pub
git config --global user.name reader
git config --global user.email reader@example.org
printf '#!/bin/sh\ncat > /dev/null\n' > bin/sendmail && chmod +x bin/sendmail
cp -r zama games/zama
cat > .config/tabella/run.yaml <<END
games: [$HOME/games]
letters: $HOME/letters
in: {maildir: $HOME/mail}
END
cp .config/tabella/run.yaml club/run.yaml
printf 'From: rome@example.org\nSubject: help\nMessage-ID: <1@example.org>\n\nhelp\n' > letter.eml
tabella -q -C zama form --seat rome --salt --out rome.yaml
tabella -q sign rome.yaml --key scipio
tabella sign --mail rome.yaml --key scipio > mail.txt
tabella -q git init zama
git clone -q zama.git clone
cp rome.yaml rome.yaml.sig clone
