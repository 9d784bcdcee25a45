//! A player who has git, age and ssh-keygen, and no tabella.

use super::Public;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The commands that such a player runs in every phase, with `$SEAT` and `$PHASE`; the orders are written into
/// `body.yaml`.
const PHASE: &str = r#"set -e
git pull -q --ff-only
rm -rf ../own && mkdir ../own
age -d -i ../$SEAT.key -o ../own/parcel.tar parcels/$BEFORE/$SEAT-0.age
tar xf ../own/parcel.tar -C ../own
grep -v '^orders:' ../own/$SEAT.yaml | sed '/^[ #-]/d; /^$/d' | sed "s|^salt:.*|salt: $(openssl rand -base64 16)|" > $SEAT.yaml
cat body.yaml >> $SEAT.yaml
rm -f $SEAT.yaml.sig
ssh-keygen -q -Y sign -n tabella-orders -f ../$SEAT.key $SEAT.yaml
(cat $SEAT.yaml; echo ...; cat $SEAT.yaml.sig) > $SEAT.txt
truncate -s %8192 $SEAT.txt
mkdir -p inbox/$PHASE
age -a -r "$(sed -n 's/^seal: //p' game.yaml)" -o inbox/$PHASE/$SEAT-1.age $SEAT.txt
git add inbox/$PHASE/$SEAT-1.age
git -c gpg.format=ssh -c user.signingkey=../$SEAT.key commit -q -S -m orders
git push -q origin HEAD:main
git pull -q --ff-only
ssh-keygen -Y verify -f allowed_signers -I referee -n tabella-receipt -s receipts/$PHASE/$SEAT-1.yaml.sig < receipts/$PHASE/$SEAT-1.yaml
grep -x 'receipt: filed' receipts/$PHASE/$SEAT-1.yaml
"#;

#[test]
fn a_player_with_git_age_and_ssh_keygen_alone_plays_a_whole_game() {
    for program in ["age", "openssl"] {
        if Command::new(program).arg("--version").output().is_err() {
            println!("skipped: no `{program}` on this machine");
            return;
        }
    }
    let mut public = Public::open();
    let alone = public.seats[0].clone();
    let mut phases = 0;
    while public.game.game().session.play.outcome().is_none() {
        let number = public.game.game().open_phase();
        assert!(number < 100, "it ends");
        for seat in public.game.awaited() {
            if seat != alone {
                public.tabella(&seat, &["git", "pull", "--key", &format!("../{seat}.key")]).done();
                public.push_orders(&seat).done();
                continue;
            }
            // The orders alone: all else is taken from the form that the parcel brought.
            let text = public.game.orders(&seat, 1, true);
            let body = text.lines().skip_while(|line| !line.starts_with("salt:")).skip(1);
            let body: String = body.flat_map(|line| [line, "\n"]).collect();
            fs::write(public.at(&seat).join("body.yaml"), body).unwrap();
            let mut sh = Command::new("sh");
            sh.args(["-c", PHASE]).current_dir(public.at(&seat)).env("SEAT", &seat);
            sh.env("PHASE", format!("{number:04}")).env("BEFORE", format!("{:04}", number - 1));
            let said = super::Said::of(&sh.env("HOME", public.at(".")).output().unwrap());
            said.done();
            phases += 1;
        }
        public.tabella("match", &["git", "pull", "--resolve"]).done();
    }
    assert!(phases > 3, "{phases}");
    // The end proves by sha256sum and ssh-keygen, record by record.
    let script = "set -e; git pull -q --ff-only; for turn in turns/*; do (cd $turn; sha256sum --strict --quiet -c SHA256SUMS; \
                  ssh-keygen -Y verify -f ../../allowed_signers -I referee -n tabella-record -s SHA256SUMS.sig < SHA256SUMS); done";
    public.run(Path::new("sh"), &alone, &["-c", script]).done();
}
