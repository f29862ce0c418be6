import { groupsOfFour } from '../../../src-shared/codes/code-groups.ts';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import type { MainKey } from '../../../src-shared/words/main-messages.ts';
import { drawnText } from '../../../src-shared/words/main-text.ts';
import { isolated, type Text } from '../../../src-shared/words/text.ts';
import type { FileSignature, Introduction } from '../../deployment/introduction.ts';

interface DeploymentWords {
  readonly message: string;
  readonly detail: string;
  readonly connect: string;
  readonly cancel: string;
}

/**
 * What the box says. In every language at once: the page, which may not be ours any more, could have chosen one that
 * nobody here reads.
 */
export function deploymentWords(introduction: Introduction): DeploymentWords {
  const { host } = introduction;
  const texts = languageCodes.map((language) => drawnText(language));
  return {
    message: texts.map((text) => text('box.deployment.ask', { host })).join('\n'),
    detail: texts.map((text) => detailIn(text, introduction).join('\n')).join('\n\n'),
    connect: texts.map((text) => text('box.deployment.connect')).join(' · '),
    cancel: texts.map((text) => text('box.deployment.cancel')).join(' · '),
  };
}

function detailIn(
  text: Text<MainKey>,
  { address, hostReads, name, thumbprints, keysFrom, weaker, signature }: Introduction,
): readonly string[] {
  return [
    isolated(address),
    ...(hostReads === null ? [] : [text('box.deployment.reads', { host: hostReads })]),
    text('box.deployment.name', { name }),
    ...(thumbprints.length === 0
      ? [text('box.deployment.noKeys')]
      : [text('box.deployment.keys'), ...thumbprints.map(grouped)]),
    ...(keysFrom === null ? [] : [text('box.deployment.keysFrom', { host: keysFrom })]),
    ...(weaker.length === 0
      ? [text('box.deployment.notWeaker')]
      : [
          text('box.deployment.weaker'),
          ...weaker.map(
            ({ kind, field, says }) => `• ${text(`box.deployment.${kind}`)}: ${isolated(`${field}: ${says}`)}`,
          ),
        ]),
    ...signatureIn(text, signature),
    text('box.deployment.check'),
  ];
}

function signatureIn(text: Text<MainKey>, signature: FileSignature): readonly string[] {
  switch (signature.state) {
    case 'none':
      return [];
    case 'new':
      return [text('box.deployment.signedNew'), grouped(signature.signer)];
    case 'same':
      return [text('box.deployment.signedSame'), grouped(signature.signer)];
    case 'other':
      return [
        text('box.deployment.signedOther'),
        grouped(signature.before),
        text('box.deployment.signedNew'),
        grouped(signature.signer),
      ];
    case 'missing':
      return [text('box.deployment.notSigned'), grouped(signature.before)];
    case 'changed':
      return [text('box.deployment.signedBefore'), grouped(signature.before)];
    case 'unknown':
      return [
        text('box.deployment.signedUnknown'),
        ...(signature.signer === null
          ? [text('box.deployment.nowUnsigned')]
          : [text('box.deployment.signedNew'), grouped(signature.signer)]),
      ];
  }
}

/** In the groups of the screens, in which a person compares it. */
function grouped(thumbprint: string): string {
  return isolated(groupsOfFour(thumbprint).join(' '));
}
