/** What starts a version within its folder; the package brings it. */
export const programName = 'counterfoil.sh';
/** What a person, or an icon, starts. It lies beside the versions. */
export const launcherName = 'counterfoil';

/**
 * Chooses as `versionToStart` does, and counts. It is no part of a version, because one that cannot start cannot count
 * its starts. Where nothing can be written the counter opens all the same.
 */
export const launcherScript = `#!/bin/sh
# Starts the version that \`current\` names first. After two starts in a row that did not become good, the second.
here=$(dirname -- "$(readlink -f -- "$0")")
name='' before=''
{ read -r name; read -r before; } <"$here/current"
log() { grep -x -F "$@" "$here/starts" 2>/dev/null; }
last=$(log -e "begun $name" -e "good $name" -e "again $name" | tail -n 2)
good=$(log -c -e "good $name")
if [ -n "$before" ] && [ "$last" = "begun $name
begun $name" ]; then
  name=$before
elif [ "\${good:-0}" -lt 2 ]; then
  { echo "begun $name" >>"$here/starts"; } 2>/dev/null
fi
[ -x "$here/$name/${programName}" ] || name=$before
exec "$here/$name/${programName}" "$@"
`;
