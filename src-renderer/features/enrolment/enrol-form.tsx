import { useState, type ComponentProps, type SyntheticEvent } from 'react';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { ask } from '../../base/bridge.ts';
import { useFocusOnWrong } from '../../base/focus/use-focus-on-wrong.ts';
import { useText } from '../../base/i18n/use-text.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Disclosed } from '../../ui/disclosure.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Field } from '../../ui/field.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import '../../ui/panel.css';
import { readForm } from './enrol-input.ts';
import './enrol-form.css';

const usualDays = 365;
/** What the API allows where the deployment says nothing. */
const anyDays = { minimum: 1, maximum: 731 };

interface EnrolFormProps {
  readonly submitLabel?: string;
  /** Hears why the setup came no further: the form may have gone with the step that it did come to. */
  readonly onFailed: (failure: ShownFailure | null) => void;
  /** Hears while the service is asked: what it said of the form before is of another one then. */
  readonly onAsking: (isAsking: boolean) => void;
}

/** The token lives in this form only, and leaves it with the submit. */
export function EnrolForm({ submitLabel, onFailed, onAsking }: EnrolFormProps) {
  const text = useText();
  const isTraining = useSession((session) => session.start?.invitation !== undefined);
  const [invitationId, setInvitationId] = useState('');
  const [token, setToken] = useState('');
  const { minimum, maximum } = useSession((session) => session.start?.validDays) ?? anyDays;
  const [validDays, setValidDays] = useState<number | null>(Math.min(Math.max(usualDays, minimum), maximum));
  const [networks, setNetworks] = useState('');
  const [busy, setBusy] = useState(false);
  /** Anew at each press that found something wrong here. */
  const [unsent, setUnsent] = useState<Failure | null>(null);
  const [isAdvancedOpen, setAdvancedOpen] = useState(false);
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const form = useFocusOnWrong(unsent ?? failure);
  const read = readForm({ isTraining, invitationId, token, validDays: validDays ?? minimum, networks });

  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setUnsent(read.ok ? null : { code: 'input_invalid' });
    if (!read.ok) return;
    setBusy(true);
    setFailure(null);
    onFailed(null);
    onAsking(true);
    setToken('');
    const result = await ask((bridge) => bridge.enrolment.begin(read.input));
    setBusy(false);
    onAsking(false);
    if (result.ok) useSession.getState().setEnrolment(result.value);
    else {
      setFailure(result.error);
      onFailed(result.error);
      if (isAbout(result.error, 'cidr')) setAdvancedOpen(true);
    }
  };
  const wrong = unsent !== null && !read.ok ? read.wrong : [];
  const isTokenWrong = isAbout(failure, 'token') && token === '';
  const areNetworksWrong = isAbout(failure, 'cidr');
  return (
    <form ref={form} className="panel enrol-form" onSubmit={(event) => void submit(event)}>
      {isTraining ? (
        <Callout tone="plain">
          <p>{text('enrol.training')}</p>
        </Callout>
      ) : (
        <>
          <Field
            label={text('enrol.invitation')}
            hint={text('enrol.invitation.hint')}
            ltr
            value={invitationId}
            onChange={setInvitationId}
            error={
              wrong.includes('invitationId')
                ? text(invitationId.trim() === '' ? 'enrol.invitation.missing' : 'enrol.invitation.invalid')
                : undefined
            }
          />
          <Field
            label={text('enrol.token')}
            hint={text('enrol.token.hint')}
            ltr
            type="password"
            value={token}
            onChange={setToken}
            error={
              isTokenWrong
                ? text('enrol.token.invalid')
                : wrong.includes('token')
                  ? text('enrol.token.missing')
                  : undefined
            }
          />
        </>
      )}
      <NumberInput
        label={text('enrol.validDays')}
        value={validDays}
        onChange={setValidDays}
        min={minimum}
        max={maximum}
        less={text('sale.quantity.less')}
        more={text('sale.quantity.more')}
      />
      <Networks
        value={networks}
        onChange={(value) => {
          setNetworks(value);
          if (areNetworksWrong) setFailure(null);
        }}
        isWrong={areNetworksWrong}
        open={{ isOpen: isAdvancedOpen, onChange: setAdvancedOpen }}
      />
      {failure === null || isTokenWrong || areNetworksWrong ? null : <FailureNote failure={failure} showField />}
      <div className="enrol-form__submit">
        <Button type="submit" tone="primary" size="l" icon="key" isPending={busy}>
          {submitLabel ?? text('enrol.submit')}
        </Button>
        <p role="status">{busy ? text('enrol.asking') : null}</p>
      </div>
    </form>
  );
}

/** Whether main found this field wrong: that is said at the field, in words that are no name of the API. */
function isAbout(failure: ShownFailure | null, field: string): boolean {
  return failure?.code === 'input_invalid' && failure.field === field;
}

interface NetworksProps extends Pick<ComponentProps<typeof Disclosed>, 'open'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isWrong: boolean;
}

function Networks({ value, onChange, isWrong, ...disclosed }: NetworksProps) {
  const text = useText();
  return (
    <Disclosed title={text('enrol.advanced')} level={2} {...disclosed}>
      <Field
        label={text('enrol.networks')}
        hint={text('enrol.networks.hint')}
        ltr
        multiline
        value={value}
        onChange={onChange}
        error={isWrong ? text('enrol.networks.invalid') : undefined}
      />
    </Disclosed>
  );
}
