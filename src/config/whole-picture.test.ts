import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plain } from '../../test/images.ts'
import { isWholePicture } from './whole-picture.ts'

const svg = Buffer.from(
  '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>\n',
)

/** As cameras write it: with a small picture in a segment before the picture itself. */
async function withSmallPicture(content: Buffer): Promise<Buffer> {
  const small = await plain(16, 16).jpeg().toBuffer()
  const length = Buffer.alloc(2)
  length.writeUInt16BE(small.length + 2)
  return Buffer.concat([content.subarray(0, 2), Buffer.of(0xff, 0xe1), length, small, content.subarray(2)])
}

test('a picture is whole unless it was cut off somewhere', async () => {
  const jpeg = await plain(60, 40).jpeg().toBuffer()
  const whole = [
    await plain(60, 40).png().toBuffer(),
    await plain(60, 40).webp().toBuffer(),
    jpeg,
    await withSmallPicture(jpeg),
    svg,
  ]

  for (const content of [
    ...whole,
    Buffer.concat([jpeg, svg]),
    Buffer.from(`\ufeff${svg.toString()}`, 'utf16le'),
  ])
    assert.equal(isWholePicture(content), true)
  for (const content of whole)
    for (const share of [0, 0.1, 0.5, 0.8, 0.95])
      assert.equal(isWholePicture(content.subarray(0, Math.floor(content.length * share))), false)
})
