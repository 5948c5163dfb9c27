import fs from 'node:fs'
import { expect, it, vi } from 'vitest'
import { locationIn, locationOf } from './ip-location.ts'

const silent = { warn: (_fields: object, text: string) => expect.unreachable(text) }

it.each([
  ['114.114.114.114', '江苏'],
  ['::ffff:114.114.114.114', '江苏'],
  ['59.66.0.1', '北京'],
  ['110.16.0.1', '内蒙古'],
  ['116.252.0.1', '广西'],
  ['210.0.128.1', '中国香港'],
  ['202.175.3.3', '中国澳门'],
  ['168.95.1.1', '中国台湾'],
  ['8.8.8.8', '美国'],
  ['133.1.1.1', '日本'],
  ['127.0.0.1', null],
  ['10.1.2.3', null],
  ['192.168.1.1', null],
  ['100.64.0.1', null],
  ['::1', null],
  ['2001:da8::1', null],
  ['999.1.1.1', null],
  ['', null],
])('locates %s', async (ip, location) => {
  const log = ip === '999.1.1.1' ? { warn: () => undefined } : silent
  expect(await locationOf(log, ip)).toBe(location)
})

it('opens the file once for an address', async () => {
  const open = vi.spyOn(fs, 'open')
  for (let i = 0; i < 3; i++) expect(await locationOf(silent, '223.5.5.5')).toBe('浙江')
  expect(open).toHaveBeenCalledTimes(1)
})

it.each([
  ['中国|0|宁夏回族自治区|银川市|电信', '宁夏'],
  ['中国|0|新疆维吾尔自治区|0|0', '新疆'],
  ['中国|0|西藏自治区|0|0', '西藏'],
  ['中国|0|香港特别行政区|0|0', '中国香港'],
  ['中国|0|0|0|0', '中国'],
  ['', null],
])('reads %s', (region, location) => {
  expect(locationIn(region)).toBe(location)
})
