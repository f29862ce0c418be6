# What debian.sh does within the new system. Says a line for each thing that holds, and ends at the first that does not.
export DEBIAN_FRONTEND=noninteractive LC_ALL=C HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin
holds() { printf 'holds: %s\n' "$1"; }
fails() { printf 'FAILS: %s\n' "$1" >&2; exit 1; }
version() { dpkg-query -W -f '${Version}' counterfoil; }
quietly() { "$@" >/tmp/said 2>&1 || { tail -n 30 /tmp/said >&2; fails "$*"; }; }
refused() { ! "$@" >/tmp/said 2>&1 || fails "not refused: $*"; }

# Starts it as ali until its page is there, and ends it.
starts() {
  su ali -c 'cd && exec xvfb-run -a counterfoil' >/tmp/started 2>&1 &
  started=$!
  for _ in $(seq 150); do
    ! grep -l -a -e --type=renderer /proc/[0-9]*/cmdline >/tmp/pages 2>/dev/null || break
    sleep 0.2
  done
  [ -s /tmp/pages ] || { tail -n 20 /tmp/started >&2; fails "$1"; }
  sleep 2
  [ -d /home/ali/.config/counterfoil ] || fails "$1: no folder"
  for exe in /proc/[0-9]*/exe; do
    case $(readlink "$exe") in /usr/lib/counterfoil/counterfoil*) kill "$(echo "$exe" | cut -d/ -f3)" 2>/dev/null || true ;; esac
  done
  wait "$started" || true
  holds "$1"
}

# A package with another version.
as_version() {
  rm -rf /tmp/content
  dpkg-deb -R "/$1.deb" /tmp/content
  sed -i "s/^Version: .*/Version: $2/" /tmp/content/DEBIAN/control
  quietly dpkg-deb --root-owner-group -Zgzip -z1 -b /tmp/content "/tmp/$1_$2.deb"
}

# The counter from a shell, as ali; what it answers is in /tmp/answer.
announced() { sed -n "s/.*\"$1\":\[\{0,1\}\"\([^\"]*\)\".*/\1/p" /tmp/announced; }
counter() {
  su ali -c "COUNTERFOIL_PASSPHRASE='of this proof' exec counterfoil-counter --data /home/ali/records \
    --deployment $(announced deploymentFile) --json $*" >/tmp/answer 2>/tmp/said
}
state() { sed -n 's/.*"state":"\([a-zA-Z]*\)".*/\1/p' /tmp/answer; }

# The service sells, and its answer never comes.
leaves_pending() {
  su ali -c 'exec counterfoil-sandbox --port 0 --data /home/ali/service' >/tmp/announced 2>/tmp/service &
  for _ in $(seq 100); do [ ! -s /tmp/announced ] || break; sleep 0.1; done
  counter enrol --invitation "$(announced invitationId)" --token-file "$(announced enrollmentTokenFile)" || fails 'enrol'
  wallet=$(announced walletIds)
  counter catalogue "$wallet" --search itunes || fails 'the cards'
  card=$(sed -n 's/.*"items":\[{"id":"\([^"]*\)".*/\1/p' /tmp/answer)
  quietly curl -sf -H "Authorization: Bearer $(announced controlToken)" -H 'Content-Type: application/json' \
    -d '{"name":"drop-after-commit","operation":"createPartnerOrder","count":1}' "$(announced controlUrl)/faults"
  ! counter buy --wallet "$wallet" --card "$card" --quantity 1 --wait 0 || fails 'the sale has a result'
  counter orders || fails 'the orders'
  [ "$(state)" = unknown ] || fails "the sale is $(state)"
  holds "a sale whose answer was lost is $(state)"
}

settles() {
  counter resume --now --wait 60 || fails 'resume'
  counter orders || fails 'the orders'
  [ "$(state)" = completed ] || fails "the sale is $(state)"
  [ "$(grep -o '"operationId"' /tmp/answer | wc -l)" = 1 ] || fails 'another sale'
  counter journal verify || fails 'the journal'
  holds "the next version finds it bought, once, and its journal verifies"
}

# Chromium's helper makes its own; apt's methods run as root, since nobody else owns anything here.
quietly apt-get update
quietly apt-get install -y --no-install-recommends /counterfoil.deb /counterfoil-tools.deb xvfb xauth curl
first=$(version)
holds "apt installs $first with all that it needs"
useradd --create-home ali
starts "$first starts as somebody without rights, under Xvfb"
mkdir -p /home/ali/.config/counterfoil/counter/counter
echo 'the journal' >/home/ali/.config/counterfoil/counter/counter/kept
chown -R ali: /home/ali/.config
leaves_pending

quietly apt-get install -y --no-install-recommends reprepro gnupg
quietly gpg --batch --passphrase '' --quick-generate-key 'The publisher <publisher@counterfoil.invalid>' ed25519 sign never
mkdir -p /repository/conf
printf 'Codename: stable\nComponents: main\nArchitectures: amd64 arm64\nSignWith: yes\n' >/repository/conf/distributions
gpg --batch --export >/usr/share/keyrings/publisher.gpg
echo 'deb [signed-by=/usr/share/keyrings/publisher.gpg] file:/repository stable main' >/etc/apt/sources.list.d/publisher.list
for name in counterfoil counterfoil-tools; do
  as_version "$name" 99.2.0
  quietly reprepro -b /repository includedeb stable "/tmp/${name}_99.2.0.deb"
done
quietly apt-get update
quietly apt-get install -y --only-upgrade counterfoil counterfoil-tools
[ "$(version)" = 99.2.0 ] || fails 'the upgrade'
starts 'the next version comes from the signed repository, and starts'
settles

as_version counterfoil 99.1.0
quietly reprepro -b /repository remove stable counterfoil
quietly reprepro -b /repository includedeb stable /tmp/counterfoil_99.1.0.deb
quietly apt-get update
quietly apt-get -y upgrade
[ "$(version)" = 99.2.0 ] || fails 'an older version was installed'
refused apt-get install -y counterfoil=99.1.0
[ "$(version)" = 99.2.0 ] || fails 'an older version was installed'
holds 'an older version is not installed'

as_version counterfoil 99.3.0
quietly reprepro -b /repository includedeb stable /tmp/counterfoil_99.3.0.deb
quietly apt-get update
pool=$(find /repository/pool -name 'counterfoil_*.deb')
cp "$pool" /tmp/whole.deb
printf 'x' | dd of="$pool" bs=1 seek=100000 conv=notrunc 2>/dev/null
refused apt-get install -y counterfoil
[ "$(version)" = 99.2.0 ] || fails 'a changed package was installed'
holds 'a changed package is refused'
cp /tmp/whole.deb "$pool"

sed -i 's/^Codename: stable/Codename: Stable/' /repository/dists/stable/InRelease
rm /repository/dists/stable/Release.gpg
refused sh -c 'apt-get -o APT::Update::Error-Mode=any update'
rm /repository/dists/stable/InRelease
refused sh -c 'apt-get -o APT::Update::Error-Mode=any update'
holds 'a repository that is changed or not signed is refused'

quietly apt-get remove -y counterfoil counterfoil-tools
[ ! -e /usr/bin/counterfoil ] || fails 'the program is still there'
[ "$(cat /home/ali/.config/counterfoil/counter/counter/kept)" = 'the journal' ] || fails 'the records'
quietly apt-get purge -y counterfoil counterfoil-tools
[ "$(cat /home/ali/.config/counterfoil/counter/counter/kept)" = 'the journal' ] || fails 'the records'
holds 'it is removed and purged, and the records are still there'
