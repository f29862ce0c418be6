import { z } from 'zod';
import { carriedComponents } from './covered-components.ts';
import { isOfOneScript } from './host-script.ts';

/** Forms that several parts of the profile share. Each says in `error` what is allowed. */

const fieldPattern = /^[a-z0-9!#$%&'*+.^_`|~-]+$/;

/** A field of an answer, or `@status`, the one derived component that an answer has of its own. */
export const answerComponent = z
  .string()
  .regex(/^(@status|[a-z0-9!#$%&'*+.^_`|~-]+)$/, '@status or a lower-case field name');
export const answerField = z.string().regex(fieldPattern, 'a lower-case field name');

/**
 * Fields that no signature of an answer may repeat from the request are not here (RFC 9421 section 7.3.7), nor is the
 * token.
 */
export const bindingComponent = z.enum(carriedComponents.orderMutation);

export const signatureLabel = z
  .string()
  .regex(/^[a-z*][a-z0-9_.*-]*$/, 'a structured-field key: lower-case letters, digits and _ . * -');
export const signatureTag = z.string().regex(/^[\x20-\x7e]{1,100}$/, '1 to 100 visible ASCII characters');
export const memberName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'the name of a member: letters, digits and _');
export const thumbprint = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'an RFC 7638 thumbprint: 43 base64url characters');

export const signatureEncoding = z.enum(['p1363', 'der']);

/** A list in which nothing stands twice. */
export function listOf<T extends z.ZodType>(item: T) {
  return z
    .array(item)
    .refine((names) => new Set(names).size === names.length, 'each name once')
    .meta({ uniqueItems: true });
}

export function seconds(minimum: number, maximum: number) {
  return z.int().min(minimum).max(maximum);
}

/** `https:` anywhere, `http:` only on loopback: what is sent there is secret. */
export function isServiceAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** Whether a person can read the host of an address for what it is; an address that is none has another fault. */
export function hasPlainHost(text: string): boolean {
  return !URL.canParse(text) || isOfOneScript(new URL(text).hostname);
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

/** A host as an address has it: in lower case, with its port unless that is the usual one. */
export const hostName = z
  .string()
  .max(260)
  .refine(
    (text) => URL.canParse(`https://${text}/`) && new URL(`https://${text}/`).host === text,
    'a host in lower case, with its port unless that is 443',
  )
  .refine(isOfOneScript, 'a host of which no part mixes letters of several writing systems');
