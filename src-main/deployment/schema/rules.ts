import type { ProfileNote } from '../../../src-shared/contract/codes.ts';
import { carriedComponents, signedKinds, type SignedKind } from './covered-components.ts';
import { addressFormFault, isPlainPath, plainPath, plainQuery } from './plain-address.ts';
import type { DeploymentProfile } from './profile.ts';

/** One thing wrong with a profile: where, and what is allowed there. */
export interface ProfileFault {
  readonly field: string;
  readonly allowed: string;
}

/** A fault of fields that do not go together. It stands only where each of them is right by itself. */
export interface RuleFault extends ProfileFault {
  readonly dependsOn: readonly string[];
  /** What a list holds shows it, whatever else is wrong in that list. */
  readonly shownIn?: string;
  /** It is of the form alone: a profile that was taken before the rule opens as it did then. */
  readonly ofForm?: true;
}

/** What no single field shows: combinations that cannot work, whatever the service does. */
export function faultsBetween(profile: DeploymentProfile): readonly RuleFault[] {
  return [
    ...parameterFaults(profile),
    ...signedKinds.flatMap((kind) => coveredFaults(profile, kind)),
    ...enrolmentFaults(profile),
    ...addressFaults(profile),
    ...formFaults(profile),
  ];
}

function parameterFaults({ request: { parameters, tag } }: DeploymentProfile): RuleFault[] {
  if (parameters.includes('tag') === (tag !== null)) return [];
  const allowed =
    tag === null ? 'a value, because tag is among request.parameters' : 'null, unless tag is among request.parameters';
  return [
    {
      field: 'request.tag',
      allowed,
      dependsOn: ['request.parameters'],
      ...(tag === null ? { shownIn: 'request.parameters' } : {}),
    },
  ];
}

/** A component is left out of requests of a kind under some choices; covering it then could only fail. */
function coveredFaults({ request }: DeploymentProfile, kind: SignedKind): RuleFault[] {
  const field = `request.components.${kind}`;
  const covered: readonly string[] = request.components[kind];
  const fault = (name: string, absent: boolean, why: string, choice: string): RuleFault[] =>
    absent && covered.includes(name)
      ? [{ field, allowed: `no ${name}: ${why}`, dependsOn: [`request.${choice}`], shownIn: field }]
      : [];
  const isBodyless = kind === 'bodylessNonceMutation';
  const alone = covered.every((name) => name === '@query') && request.emptyQuery === 'omitted';
  return [
    ...fault('accept-language', request.languages === null, 'request.languages is null', 'languages'),
    ...fault(
      'content-digest',
      isBodyless && !request.emptyBodyDigest,
      'request.emptyBodyDigest is false',
      'emptyBodyDigest',
    ),
    ...fault(
      'content-type',
      isBodyless && request.bodylessContentType === null,
      'request.bodylessContentType is null',
      'bodylessContentType',
    ),
    ...(alone
      ? [
          {
            field,
            allowed: 'something besides @query, which request.emptyQuery leaves out',
            dependsOn: ['request.emptyQuery'],
          },
        ]
      : []),
  ];
}

function enrolmentFaults({ enrolment: { signatureField, proofFields, validDays } }: DeploymentProfile): RuleFault[] {
  const taken = proofFields.some((name) => name !== 'signature' && name === signatureField);
  return [
    ...(taken
      ? [
          {
            field: 'enrolment.signatureField',
            allowed: 'a name that no other of enrolment.proofFields has',
            dependsOn: ['enrolment.proofFields'],
            shownIn: 'enrolment.proofFields',
          },
        ]
      : []),
    ...(validDays.minimum > validDays.maximum
      ? [
          {
            field: 'enrolment.validDays.minimum',
            allowed: 'at most enrolment.validDays.maximum',
            dependsOn: ['enrolment.validDays.maximum'],
          },
        ]
      : []),
  ];
}

/** An authority in another form than the one that is signed would never match (RFC 9421 section 2.2.3). */
function addressFaults({ baseUrl, request: { seenAs } }: DeploymentProfile): RuleFault[] {
  if (seenAs.authority === null) return [];
  const address = `${seenAs.scheme ?? new URL(baseUrl).protocol.slice(0, -1)}://${seenAs.authority}/`;
  if (URL.canParse(address) && new URL(address).host === seenAs.authority) return [];
  return [
    {
      field: 'request.seenAs.authority',
      allowed: 'a host, with its port unless that is the default one',
      dependsOn: ['baseUrl', 'request.seenAs.scheme'],
    },
  ];
}

/** Whatever is joined to it or signed with it must be the same for everybody who reads it. */
function formFaults({ baseUrl, serviceKeys, request: { seenAs } }: DeploymentProfile): RuleFault[] {
  const fault = (field: string, allowed: string | null): RuleFault[] =>
    allowed === null ? [] : [{ field, allowed, dependsOn: [], ofForm: true }];
  const ofPath = (path: string): string | null => (isPlainPath(path) ? null : plainPath);
  const keys = 'url' in serviceKeys ? serviceKeys.url : null;
  // Nothing is joined to the path of the keys: it may have a query.
  const ofKeys = (url: string): string | null =>
    url.startsWith('/') ? ofPath(url.replace(plainQuery, '')) : addressFormFault(url);
  return [
    ...fault('baseUrl', addressFormFault(baseUrl)),
    ...(keys === null ? [] : fault('serviceKeys.url', ofKeys(keys))),
    ...(seenAs.pathPrefix === null ? [] : fault('request.seenAs.pathPrefix', ofPath(seenAs.pathPrefix))),
  ];
}

/** Something that works and should be known: `note` stands for it on the screens. */
export interface ProfileWarning extends ProfileFault {
  readonly note: ProfileNote;
}

/** What works and should be known: a person who wrote it may not have meant it. */
export function warningsOf(profile: DeploymentProfile): readonly ProfileWarning[] {
  const { request, serviceKeys } = profile;
  const order: readonly string[] = request.components.orderMutation;
  const uncovered = carriedComponents.orderMutation.filter(
    (name) => ['content-digest', 'nonce', 'idempotency-key'].includes(name) && !order.includes(name),
  );
  return [
    ...uncovered.map((name) =>
      warning(
        'order_uncovered',
        'request.components.orderMutation',
        `without ${name} whoever stands between may change it`,
      ),
    ),
    ...bindingWarnings(profile),
    ...('pins' in serviceKeys && serviceKeys.pins.length === 0
      ? [
          warning(
            'no_pin',
            'serviceKeys.pins',
            'without a pin no key of the service is trusted until a person confirms it by its thumbprint',
          ),
        ]
      : []),
  ];
}

/** What it costs where answers need not say which request they answer. */
function bindingWarnings({ answer }: DeploymentProfile): readonly ProfileWarning[] {
  const toOrders: readonly string[] = answer.kinds.orderMutation?.binding ?? answer.binding;
  const toReads: readonly string[] = answer.kinds.safeRead?.binding ?? answer.binding;
  const namesOrder = toReads.includes('@method') && (toReads.includes('@path') || toReads.includes('@target-uri'));
  return [
    ...(toOrders.includes('nonce') || toOrders.includes('idempotency-key')
      ? []
      : [
          warning(
            'refusals_unbound',
            'answer.binding',
            'without nonce and idempotency-key a refusal of an order proves nothing by itself: each is asked about, and a person may have to decide',
          ),
        ]),
    ...(namesOrder
      ? []
      : [
          warning(
            'not_found_unbound',
            'answer.binding',
            'without @method and @path (or @target-uri) "not found" never proves that nothing was bought: a person decides',
          ),
        ]),
  ];
}

/** What only the service can say and this profile does not, with what the counter cannot do for that. */
export function unsaidIn({ fence, safeResendHours }: DeploymentProfile): readonly ProfileWarning[] {
  return [
    ...(fence === null
      ? [
          warning(
            'fence_unsaid',
            'fence',
            'not said: nothing ever proves that an order was not bought, and a person decides',
          ),
        ]
      : []),
    ...(safeResendHours === null
      ? [
          warning(
            'resend_unsaid',
            'safeResendHours',
            'not said: after a day an order that the service never acknowledged is not sent again by itself',
          ),
        ]
      : []),
  ];
}

function warning(note: ProfileNote, field: string, allowed: string): ProfileWarning {
  return { note, field, allowed };
}
