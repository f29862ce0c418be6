import { join } from 'node:path';
import { err, ok, type Result } from '../core/result.ts';
import { writeFileAtomically } from '../files/atomic-write.ts';
import { readBounded } from '../files/read-bounded.ts';
import type { UpdateFault } from './fault.ts';
import { readCurrent, writeCurrent, type Installation } from './installation.ts';

/** What starts a version within its folder; the package brings it. */
export const programName = 'counterfoil.sh';
/** What a person, or an icon, starts. It lies beside the versions. */
export const launcherName = 'counterfoil';
/** Set in the environment of a version that the launcher chose; `scripts/package/launcher.sh` looks for it. */
const chosenMark = 'COUNTERFOIL_CHOSEN';

/**
 * Chooses as `versionToStart` does, and counts. It is no part of a version, because one that cannot start cannot count
 * its starts. Where nothing can be written the counter opens all the same.
 */
export const launcherScript = `#!/bin/sh
# Starts the version that \`current\` names first. After two starts in a row that did not become good, the second.
here=$(dirname -- "$(readlink -f -- "$0")")
name='' before=''
if [ -r "$here/current" ]; then { read -r name; read -r before; } <"$here/current"; fi
log() { grep -x -F "$@" "$here/starts" 2>/dev/null; }
last=$(log -e "begun $name" -e "good $name" -e "again $name" | tail -n 2)
good=$(log -c -e "good $name")
if [ -n "$before" ] && [ "$last" = "begun $name
begun $name" ]; then
  name=$before
elif [ -n "$name" ] && [ "\${good:-0}" -lt 2 ]; then
  { echo "begun $name" >>"$here/starts"; } 2>/dev/null
fi
[ -x "$here/$name/${programName}" ] || name=$before
if [ -z "$name" ] || [ ! -x "$here/$name/${programName}" ]; then
  says='Counterfoil: the version to start is not in this folder. Unpack the zip here again. Then open the folder that it
brings and start ${programName} in it. Your records are not touched.
ليس في هذا المجلد إصدار يمكن تشغيله. فُكّ الملف المضغوط هنا من جديد، ثم شغّل ${programName} في المجلد الذي يأتي فيه.
لم يُمسّ أي من سجلاتك.'
  printf '%s\\n' "$says" >&2
  # Whoever clicked an icon sees no terminal.
  if [ ! -t 2 ] && [ -n "\${DISPLAY:-}\${WAYLAND_DISPLAY:-}" ] && command -v zenity >/dev/null; then
    zenity --error --title=Counterfoil --text="$says" || true
  fi
  exit 78
fi
# A version that a person starts itself asks here which one it is to be.
export ${chosenMark}=1
exec "$here/$name/${programName}" "$@"
`;

/** Puts the launcher beside the versions. Whoever unzipped a package by hand has neither it nor `current` yet. */
export function prepareInstallation(installation: Installation): Result<void, UpdateFault> {
  const path = join(installation.folder, launcherName);
  if (readCurrent(installation.folder) === null) {
    const written = writeCurrent(installation);
    if (!written.ok) return written;
  }
  if (isLauncher(path)) return ok(undefined);
  const written = writeFileAtomically(path, new TextEncoder().encode(launcherScript), 0o755);
  return written.ok ? written : err({ code: 'not_writable', detail: launcherName });
}

function isLauncher(path: string): boolean {
  try {
    return readBounded(path).toString('utf8') === launcherScript;
  } catch {
    return false;
  }
}
