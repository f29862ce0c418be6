#!/bin/sh
# Installs both .debs into a bare Debian 12, as an administrator does, starts the counter as somebody without rights,
# leaves a sale without a result, upgrades both through a signed repository, settles the sale, offers what apt must
# refuse, and removes them. Needs root, debootstrap and a mirror of Debian, or in DEBIAN_BASE the folder of a system
# that debootstrap made before:
#
#   DEBIAN_MIRROR=ADDRESS test/package/debian.sh COUNTERFOIL.deb COUNTERFOIL-TOOLS.deb
set -eu

[ "$(id -u)" = 0 ] || { echo 'This needs root: it makes a system of its own.' >&2; exit 2; }
package=$(readlink -f -- "$1")
tools=$(readlink -f -- "$2")
work=$(mktemp -d /var/tmp/counterfoil-debian.XXXXXX)
trap 'rm -rf --one-file-system "$work"' EXIT

echo "A bare Debian 12 in $work" >&2
if [ -n "${DEBIAN_BASE:-}" ]; then cp -a "$DEBIAN_BASE" "$work/root"
else debootstrap --variant=minbase bookworm "$work/root" "${DEBIAN_MIRROR:?names a mirror of Debian}" >"$work/debootstrap.log"; fi
cp /etc/resolv.conf "$work/root/etc/resolv.conf"
cp "$package" "$work/root/counterfoil.deb"
cp "$tools" "$work/root/counterfoil-tools.deb"
cp "$(dirname -- "$(readlink -f -- "$0")")/debian-inside.sh" "$work/root/inside.sh"

# A root of its own and not a chroot, in which nobody may make user namespaces.
unshare --mount --pid --fork sh -eu -c '
  mount --bind "$0" "$0"
  cd "$0"
  mount -t proc proc proc
  mount -t sysfs sysfs sys
  mount --rbind /dev dev
  mkdir -p outside
  pivot_root . outside
  umount -l outside
  exec /bin/sh -eu /inside.sh
' "$work/root"
