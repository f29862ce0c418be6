import { z } from 'zod';
import type { KeyId } from '../../core/ids.ts';
import type { BodyReader } from './body-reader.ts';
import { idOf, readInstant, readRecord, readText, readWord, reading } from './record.ts';

/** What the service saw of a signed call ("SignatureDiagnostic"). */
export interface SignatureDiagnostic {
  readonly routeId: string;
  readonly method: string;
  readonly authority: string;
  readonly path: string;
  /** Without the leading `?`. */
  readonly canonicalQuery: string;
  readonly requestKind: string;
  readonly requiredScope: string;
  readonly coveredComponents: readonly string[];
  readonly keyId: KeyId;
  readonly partnerId: string;
  readonly applicationId: string;
  readonly policyVersion: number;
  readonly effectiveScopes: readonly string[];
  readonly receivedAt: string;
}

const readWords = reading(z.array(z.string().max(100)).max(100));

export const readDiagnostic: BodyReader<SignatureDiagnostic> = (body) =>
  readRecord(
    body,
    {
      routeId: readText,
      method: readWord,
      authority: readText,
      path: readText,
      canonicalQuery: readText,
      requestKind: readWord,
      requiredScope: readWord,
      coveredComponents: readWords,
      keyId: idOf<KeyId>(),
      partnerId: idOf(),
      applicationId: idOf(),
      policyVersion: reading(z.int()),
      effectiveScopes: readWords,
      receivedAt: readInstant,
    },
    {},
  )?.value ?? null;
