import type { EnrolmentView, KeyValidity } from '../../../../src-shared/contract/schemas.ts';
import { pastedId, pastedWords } from '../../../../src-shared/search/pasted-text.ts';
import { parseId, type InvitationId } from '../../../core/ids.ts';
import { stepsUnderWay } from '../../../enrolment/views/enrolment-view.ts';
import type { StoredKey } from '../../../keyring/entry.ts';
import { readKeyringFile } from '../../../keyring/keyring-file.ts';
import { invalid, wholeNumber } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import { givenIn } from '../terminal/given-file.ts';
import type { Command } from './command.ts';

export const enrol: Command = {
  usage: '--invitation ID --token-file F [--valid-days 365] [--cidr NET]... [--wait S] | status | retire',
  options: ['invitation', 'token-file', 'valid-days', 'cidr', 'wait'],
  optionsFor: { status: [], retire: [] },
  words: { from: 0, to: 1 },
  roles: ['manager'],
  needsNobodyFor: ['status'],
  run: async (context) => {
    const { args } = context;
    const [word] = args.words;
    if (word === 'status') return status(context);
    if (word === 'retire') return retire(context);
    if (word !== undefined) return failed(invalid('enrol').error);
    const invitationId = parseId<InvitationId>(pastedId(args.text('invitation') ?? '') ?? '');
    if (invitationId === null) return failed(invalid('invitation').error);
    // From a file, so that it never stands in a process list or a shell history.
    const token = await givenIn(context, 'token-file');
    if (!token.ok) return failed(token.error);
    const validDays = wholeNumber(args, 'valid-days', { from: 1, to: 731, otherwise: 365 });
    if (!validDays.ok) return failed(validDays.error);
    const wait = wholeNumber(args, 'wait', { from: 0, to: 86_400, otherwise: 30 });
    if (!wait.ok) return failed(wait.error);
    return enrolWith(
      context,
      {
        invitationId,
        token: token.value,
        ...(args.text('valid-days') === null ? {} : { validDays: validDays.value }),
        cidrs: args.list('cidr').flatMap(pastedWords),
      },
      wait.value * 1000,
    );
  },
};

export const exportKey: Command = {
  usage: '--public',
  options: ['public'],
  words: { from: 0, to: 0 },
  roles: null,
  run: (context) => {
    if (!context.args.flag('public')) return failed(invalid('public').error);
    const directory = context.directory();
    if (!directory.ok) return failed(directory.error);
    const keyring = readKeyringFile(directory.value);
    if (!keyring.ok) return failed(keyring.error);
    const newest = keyring.value.keys.findLast(({ status }) => status !== 'replaced' && status !== 'retired');
    if (newest === undefined) return failed({ code: 'not_enrolled' });
    const inUse = keyring.value.keys.findLast(
      ({ status, deployment }) => status === 'active' && deployment === newest.deployment,
    );
    return done({
      ...publicPart(inUse ?? newest),
      ...(inUse === undefined || inUse === newest ? {} : { next: publicPart(newest) }),
    });
  },
};

function publicPart({ publicJwk, thumbprint, keyId }: StoredKey): object {
  return { publicJwk, thumbprint, keyId };
}

async function enrolWith(
  context: CliContext,
  input: {
    readonly invitationId: InvitationId;
    readonly token: string;
    readonly validDays?: number;
    readonly cidrs: readonly string[];
  },
  waitMs: number,
): Promise<CommandOutcome> {
  const counter = await context.counter();
  if (!counter.ok) return failed(counter.error);
  const { enrolment } = counter.value;
  const begun = await enrolment.begin(input);
  if (!begun.ok) return failed({ ...begun.error, ...optionOf(begun.error.field) });
  const { ownThumbprint, state } = stepsUnderWay(begun.value);
  if (ownThumbprint !== undefined) context.say(context.text('cli.thumbprint', { thumbprint: ownThumbprint }));
  const waited = state === 'awaitingActivation' ? await enrolment.waitUntilActive(waitMs, context.stopping) : begun;
  if (!waited.ok) return failed(waited.error);
  if (stepsUnderWay(waited.value).state === 'active') await counter.value.diagnose();
  const { waitsFor } = stepsUnderWay(waited.value);
  if (waitsFor !== undefined) context.say(context.text(`enrol.waits.${waitsFor}`));
  return enrolmentOutcome(waited.value);
}

async function status(context: CliContext): Promise<CommandOutcome> {
  const counter = await context.counter();
  if (!counter.ok) return failed(counter.error);
  const view = counter.value.enrolment.status();
  if (view.validity?.warning !== undefined) context.say(endWarning(context, view.validity));
  return done(view);
}

async function retire(context: CliContext): Promise<CommandOutcome> {
  const counter = await context.counter();
  if (!counter.ok) return failed(counter.error);
  const retired = await counter.value.enrolment.retire();
  return retired.ok ? done(retired.value) : failed(retired.error);
}

function endWarning({ text }: CliContext, { warning, daysLeft, endsAt }: KeyValidity): string {
  if (warning === 0) return text('cli.key.over', { time: endsAt });
  return text('cli.key.ends', { days: daysLeft, time: endsAt });
}

function enrolmentOutcome(value: EnrolmentView): CommandOutcome {
  const { state, refusal, waitsFor } = stepsUnderWay(value);
  if (waitsFor !== undefined)
    return { exit: 4, error: { ...(refusal ?? { code: 'not_active' }), detail: waitsFor }, value };
  switch (state) {
    case 'active':
      return done(value);
    case 'refused':
      return { exit: 3, error: refusal ?? { code: 'enrolment_refused' }, value };
    case 'expired':
      return { exit: 3, error: { code: 'enrolment_refused', detail: 'expired' }, value };
    case 'none':
    case 'draft':
    case 'keyMade':
    case 'submitted':
    case 'proved':
    case 'awaitingActivation':
      return { exit: 4, error: { code: 'not_active', detail: state }, value };
  }
}

/** What the person wrote and can put right: the token came in a file. */
function optionOf(field: string | undefined): { readonly field?: string } {
  if (field === 'token') return { field: 'token-file' };
  return field === 'validDays' ? { field: 'valid-days' } : {};
}
