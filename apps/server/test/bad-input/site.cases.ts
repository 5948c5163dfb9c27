/** Site, tags, categories, search and uploads. */
import * as categories from '@shiliu/contract/categories'
import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import * as search from '@shiliu/contract/search'
import * as site from '@shiliu/contract/site'
import * as tags from '@shiliu/contract/tags'
import * as uploads from '@shiliu/contract/uploads'
import { multipart } from '#test/pictures.ts'
import {
  type Case,
  type EndpointCases,
  type Fields,
  HOSTILE_TEXTS,
  pageCases,
  pathIdCases,
  textCases,
} from './cases.ts'
import type { Fixture } from './fixture.ts'

const invalid = { status: 400, error: 'invalid_input' } as const
const MEGABYTE = 1024 * 1024

function categoryCases({ category }: Fixture): Case[] {
  const taken = (name: string, change: Fields, error: Case['error']): Case => ({ name, change, status: 400, error })
  return [
    ...textCases('name', { required: '请输入分类名称', max: [50, '分类名称不能超过50个字'] }),
    ...textCases('category_title', { required: '请输入英文标题', max: [50, '英文标题不能超过50个字母'] }),
    ...['Campus', 'cam pus', '校园', 'campus1', 'a-b', '../x'].map((category_title) => ({
      name: category_title,
      change: { category_title },
      ...invalid,
      message: '只能输入小写英文字母',
    })),
    taken('a taken name', { name: ` ${category.name} `, category_title: 'free' }, 'category_name_taken'),
    taken('a taken title', { name: '空着的', category_title: category.category_title }, 'category_title_taken'),
  ]
}

/** A form with one part. */
function form(field: string, body: Buffer | string, name = 'a.png') {
  const { payload, headers } = multipart([{ field, name, body }])
  return { type: headers['content-type'], payload }
}

/** `missing` is the message for a form without a file. */
function uploadCases(field: string, missing = '请选择文件'): Case[] {
  const file = (name: string, body: Buffer | string, status: number, error?: Case['error']): Case => ({
    name,
    raw: form(field, body, name),
    status,
    error,
  })
  const bare = (name: string, type: string, payload: string): Case => ({ name, raw: { type, payload }, status: 400 })
  return [
    { name: 'nothing', status: 400, error: 'file_missing', message: missing },
    {
      name: 'JSON',
      raw: { type: 'application/json', payload: '{"file": "x"}' },
      status: 400,
      error: 'file_missing',
      message: missing,
    },
    { name: 'in another field', raw: form('avatar', 'x'), status: 400, error: 'file_missing', message: missing },
    bare('a form without boundary', 'multipart/form-data', 'x'),
    bare(
      'a form cut short',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a',
    ),
    bare('a form that is none', 'multipart/form-data; boundary=x', 'hello'),
    file('empty.png', '', 400, 'file_missing'),
    file('text.png', 'hello', 400, 'file_not_image'),
    file('page.html', '<html><script>alert(1)</script></html>', 400),
    file('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 400),
    file('damaged.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 400),
    file('huge.png', Buffer.alloc(5 * MEGABYTE + 1, 1), 400, 'file_too_large'),
  ]
}

function base64Cases(): Case[] {
  const images = (name: string, value: unknown, message?: string | RegExp): Case => ({
    name,
    change: { images: value },
    status: 400,
    ...(message && { message }),
  })
  return [
    images('missing', undefined, '请选择要上传的文件'),
    images('null', null, '请选择要上传的文件'),
    images('text', 'x', '请选择要上传的文件'),
    images('object', { 0: 'x' }, '请选择要上传的文件'),
    images('none', [], '请选择要上传的文件'),
    images('ten', Array(10).fill('AAAA'), '最多只能上传9张图片'),
    ...[7, null, {}, []].map((one) => images(JSON.stringify(one), [one], '图片内容不正确')),
    images('empty', ['']),
    images('no base64', ['!!!!'], '请选择图片文件'),
    images('no picture', [Buffer.from('hello').toString('base64')], '请选择图片文件'),
    images('SVG', [
      `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`,
    ]),
    images('too large', [Buffer.alloc(5 * MEGABYTE + 1, 1).toString('base64')], '图片大小不能超过5MB'),
    images('much too large', ['A'.repeat(8 * MEGABYTE)], '图片大小不能超过5MB'),
  ]
}

/** Query texts without special meaning. */
function textQueryCases(...fields: string[]): Case[] {
  return fields.flatMap((field) =>
    [...HOSTILE_TEXTS, ''].map((text) => ({
      name: `${field}=${text.slice(0, 10)}`,
      query: { [field]: text },
      status: 200,
    })),
  )
}

export function siteCases(fixture: Fixture): EndpointCases[] {
  const { category, emptyCategory } = fixture
  const good = { body: { name: '新分类', category_title: 'fresh' } }
  const params = { id: emptyCategory.id }
  const odd = (endpoint: AnyEndpoint): EndpointCases => ({
    endpoint,
    cases: [{ name: 'odd query', query: { id: ['1', '2'], limit: 'x' }, status: 200 }],
  })
  return [
    odd(site.health),
    odd(site.live),
    odd(site.ready),
    odd(site.stats),
    odd(site.openapi),
    {
      endpoint: site.reportBrowserError,
      good: { body: { message: 'TypeError: x', page: '/explore' } },
      cases: [
        ...textCases('message', { max: [300, '错误说明不正确'] }),
        ...textCases('page', { max: [100, '页面地址不正确'] }),
        ...textCases('stack', { max: [4000, '调用栈不正确'] }),
        ...[undefined, null, '', ' \n', '\u200b\u3164'].map((message) => ({
          name: `message: ${message}`,
          change: { message },
          ...invalid,
        })),
        ...[undefined, null, '', 'explore', '/a b', '/<script>', 'https://a.example/'].map((page) => ({
          name: `page: ${page}`,
          change: { page },
          ...invalid,
          field: 'page',
        })),
      ],
    },
    odd(tags.list),
    {
      endpoint: tags.hot,
      cases: ['0', '-1', 'abc', '', '1.5', '100000', ['1', '2']].map((limit) => ({
        name: `limit ${limit}`,
        query: { limit },
        status: 200,
      })),
    },
    {
      endpoint: categories.list,
      cases: [
        ...odd(categories.list).cases,
        ...textQueryCases('name', 'category_title', 'sortField', 'sortOrder'),
        { name: 'lists for texts', query: { name: ['a', 'b'], sortField: ['name', 'id'] }, status: 200 },
      ],
    },
    { endpoint: categories.get, good: { params }, cases: pathIdCases('category_missing') },
    { endpoint: categories.create, good, cases: categoryCases(fixture) },
    {
      endpoint: categories.update,
      good: { ...good, params },
      cases: [...pathIdCases('category_missing'), ...categoryCases(fixture)],
    },
    {
      endpoint: categories.remove,
      good: { params },
      cases: [
        ...pathIdCases('category_missing'),
        { name: 'in use', params: { id: category.id }, status: 400, error: 'category_in_use', message: /下还有笔记/ },
      ],
    },
    {
      endpoint: search.search,
      good: { query: { keyword: '笔记' } },
      cases: [
        ...pageCases(),
        ...textQueryCases('keyword', 'tag', 'type'),
        ...HOSTILE_TEXTS.map((keyword) => ({
          name: `users: ${keyword.slice(0, 10)}`,
          query: { type: 'users', keyword },
          status: 200,
        })),
        { name: 'two keywords', query: { keyword: ['a', 'b'] }, status: 200 },
      ],
    },
    {
      endpoint: search.searchPosts,
      good: { query: { keyword: '笔记' } },
      cases: [
        ...pageCases().map(({ data, ...row }) => ({ ...row, data: { posts: data } })),
        ...textQueryCases('keyword', 'tag'),
        { name: 'nothing asked', query: { keyword: '' }, status: 200, data: { posts: { data: [] } } },
        { name: 'another type', query: { type: 'users' }, status: 200, data: { type: 'posts' } },
        { name: 'two tags', query: { tag: ['a', 'b'] }, status: 200 },
      ],
    },
    {
      endpoint: search.suggestions,
      good: { query: { keyword: '笔记' } },
      cases: [
        ...textQueryCases('keyword'),
        { name: 'nothing typed', query: { keyword: ' ' }, status: 200 },
        { name: 'two keywords', query: { keyword: ['a', 'b'] }, status: 200 },
      ],
    },
    { endpoint: uploads.single, cases: uploadCases('file') },
    { endpoint: uploads.image, cases: uploadCases('image') },
    { endpoint: uploads.multiple, cases: uploadCases('files', '请选择要上传的文件') },
    { endpoint: uploads.images, cases: uploadCases('images', '请选择要上传的文件') },
    { endpoint: uploads.base64, good: { body: { images: ['AAAA'] } }, cases: base64Cases() },
  ]
}
