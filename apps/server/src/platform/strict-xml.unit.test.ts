import { expect, it } from 'vitest'
import { parseStrictXml } from './strict-xml.ts'

it('reads elements, namespaces, text, CDATA and the five entities', () => {
  const root = parseStrictXml(
    '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<a:r xmlns:a="urn:x" xmlns=\'urn:y\'>\n<a:u>A&amp;B &#x5f20;&#19977;</a:u><e k="1>2"/><c><![CDATA[<x>&amp;]]></c></a:r>\n',
  )
  expect(root).toMatchObject({ name: 'r', namespace: 'urn:x' })
  expect(root.children.map(({ name, namespace, text }) => [name, namespace, text])).toEqual([
    ['u', 'urn:x', 'A&B 张三'],
    ['e', 'urn:y', ''],
    ['c', 'urn:y', '<x>&amp;'],
  ])
})

it('reads names in any letters', () => {
  const [name, letter] = parseStrictXml('<r><姓名 证件·类="1">张三</姓名><学院名称2/></r>').children
  expect(name).toMatchObject({ name: '姓名', text: '张三', attributes: new Map([['证件·类', '1']]) })
  expect(letter).toMatchObject({ name: '学院名称2' })
})

it.each([
  ['nothing', ''],
  ['text', 'no'],
  ['a name that begins with a digit', '<r><2a/></r>'],
  ['a name with a blank of another script', '<r><a\u3000b="1"/></r>'],
  ['HTML', '<!DOCTYPE html><html></html>'],
  ['a document type with entities', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>'],
  ['an unknown entity', '<r>&x;</r>'],
  ['an entity without an end', '<r>a & b</r>'],
  ['an entity of a prototype', '<r>&constructor;</r>'],
  ['a character that is none', '<r>&#x110000;</r>'],
  ['a comment in a name', '<r><u>admin<!-- -->.evil</u></r>'],
  ['an instruction', '<r><?php 1 ?></r>'],
  ['a root that does not end', '<r><u></u>'],
  ['an element closed by another', '<r><u></r></u>'],
  ['an attribute twice', '<r a="1" a="2"/>'],
  ['two roots', '<r></r><r></r>'],
  ['text after the root', '<r></r>x'],
  ['a prefix without a namespace', '<cas:r></cas:r>'],
  ['more attributes than anybody writes', `<r ${Array.from({ length: 51 }, (_, i) => `a${i}=""`).join(' ')}/>`],
  ['elements within elements', '<a>'.repeat(30) + '</a>'.repeat(30)],
  ['too much', `<r>${'x'.repeat(300_000)}</r>`],
])('refuses %s', (_, source) => {
  expect(() => parseStrictXml(source)).toThrow(/^XML/)
})

it('finds the innermost namespace of a prefix', () => {
  const [outer] = parseStrictXml(
    '<r xmlns="urn:1" xmlns:a="urn:2"><s xmlns:a="urn:3"><a:t/><u xmlns=""/></s><a:t/></r>',
  ).children
  expect(outer).toMatchObject({ namespace: 'urn:1', children: [{ namespace: 'urn:3' }, { namespace: '' }] })
  expect(parseStrictXml('<r xmlns:a="urn:2"><s xmlns:a="urn:3"/><a:t/></r>').children[1]?.namespace).toBe('urn:2')
})

it('takes time that grows with the length only', () => {
  const declared = (depth: number) => `<r ${Array.from({ length: 49 }, (_, i) => `xmlns:p${depth}_${i}=""`).join(' ')}>`
  const sources = [
    `<r ${'a="" '.repeat(50_000)}`,
    `<r>${'<'.repeat(200_000)}`,
    `<r${' '.repeat(200_000)}x`,
    `<r a=${"'".repeat(200_000)}`,
    `<r ${Array.from({ length: 10_000 }, (_, i) => `xmlns:p${i}=""`).join(' ')}>${'<a/>'.repeat(20_000)}`,
    `${Array.from({ length: 19 }, (_, depth) => declared(depth)).join('')}${'<a xmlns=""/>'.repeat(15_000)}`,
  ]
  // Longer than the limit of a test if it took the square of it.
  for (const source of sources) expect(() => parseStrictXml(source)).toThrow(/^XML/)
})
