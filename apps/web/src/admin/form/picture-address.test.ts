import { expect, test } from 'vitest'
import { embeddedPicture } from './picture-address.ts'

test('reads a complete data URL and rejects anything else', async () => {
  const picture = embeddedPicture(` \`data:image/png;base64,${btoa('picture')}\` `)
  expect([picture?.name, picture?.type]).toEqual(['picture.png', 'image/png'])
  expect(await picture?.text()).toBe('picture')
  const others = [
    '',
    'https://example.com/a.png',
    'data:image/png;base64,',
    'data:image/png;base64,%%%',
    'data:text/html;base64,aGk=',
    'data:image/svg+xml;base64,aGk=',
  ]
  expect(others.map(embeddedPicture)).toEqual(others.map(() => null))
})
