import { expect, test } from 'vitest'
import { eventParser } from './parser.ts'

function parse(pieces: Iterable<string>) {
  const heard: (string | number)[] = []
  const feed = eventParser({ data: (text) => heard.push(text), retry: (ms) => heard.push(ms) })
  for (const piece of pieces) feed(piece)
  return heard
}

const text =
  'retry: 500\r\n\r\n:\n\n: still here\n\ndata: {"total":1}\n\nevent: x\ndata:a\ndata: b\nid\n\nretry: soon\n\ndata'

test('events are read, whatever pieces they come in', () => {
  const expected = [500, '{"total":1}', 'a\nb']
  expect(parse([text])).toEqual(expected)
  expect(parse(text)).toEqual(expected)
})

test('an event that is not at its end yet is not told', () => {
  expect(parse(['data: 1\n'])).toEqual([])
  expect(parse(['data: 1\n', '\n'])).toEqual(['1'])
})
