import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { Callout } from '../../ui/callout.tsx';

/** Certificates that the environment names for programs to trust, and what the counter does with them. */
export function CertificatesNote() {
  const text = useText();
  const extra = useSession((session) => session.start?.extraCertificates);
  if (extra === undefined) return null;
  const { names, used } = extra;
  return (
    <Callout tone={used ? 'bad' : 'plain'} icon="alert" title={text('certificates.title')}>
      <p>{text(used ? 'certificates.used' : 'certificates.unused', { names: names.join(', ') })}</p>
    </Callout>
  );
}
