import { describe, expect, it } from 'vitest';
import { imageKindOf } from '../../../../src-main/catalogue/image-kind.ts';
import { logoImage } from '../../../../src-sandbox/wire/logo-image.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('the kind of an image', () => {
  it.each([
    ['image/png', bytes('\x89PNG\r\n\x1a\n')],
    ['image/jpeg', bytes('\xff\xd8\xff\xe0')],
    ['image/gif', bytes('GIF89a')],
    ['image/gif', bytes('GIF87a')],
    ['image/webp', bytes('RIFF\x10\x00\x00\x00WEBPVP8 ')],
    ['image/png', logoImage('zain')],
  ])('is %s by its first bytes', (kind, content) => {
    expect(imageKindOf(content)).toBe(kind);
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a page', '<!doctype html>'],
    ['nothing', ''],
    ['a sound in the same container', 'RIFF\x10\x00\x00\x00WAVEfmt '],
    ['WEBP without its container', '\x00\x00\x00\x00\x00\x00\x00\x00WEBP'],
    ['the beginning of a PNG', '\x89PNG'],
  ])('is none for %s', (_, content) => {
    expect(imageKindOf(bytes(content))).toBeNull();
  });
});
