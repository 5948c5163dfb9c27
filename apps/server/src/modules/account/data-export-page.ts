/** The files of an export that are for people: what somebody wrote, as a page, and README.txt. */
import { parseRichText } from '@shiliu/contract/rich-text'

type Written = { title?: string; content: string; facts: (string | null)[]; pictures: (string | null)[] }

const STYLE = `body{max-width:720px;margin:0 auto;padding:24px 16px;font:16px/1.7 system-ui,sans-serif;color:#222;overflow-wrap:anywhere}
article{padding:16px 0;border-top:1px solid #ddd}h3{margin:0}img{max-width:100%;max-height:480px;margin:8px 8px 0 0;border-radius:8px}
.facts{margin:0;color:#666;font-size:14px}@media(prefers-color-scheme:dark){body{background:#111;color:#eee}.facts{color:#aaa}article{border-color:#333}a{color:#8ab4f8}}`

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** `files` are the names of the other files. */
export function pageStart(about: { title: string; facts: string[]; bio: string; files: string[] }): string {
  const links = about.files.map((name) => `<a href="${escaped(name)}">${escaped(name)}</a>`)
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(about.title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(about.title)}</h1>
${factLine(about.facts)}<p>${textOf(about.bio)}</p>
<p>全部数据：${links.join(' · ')}</p>
`
}

export const heading = (text: string): string => `<h2>${escaped(text)}</h2>\n`

export function article({ title, content, facts, pictures }: Written): string {
  // Pictures of other sites would tell these who reads the page.
  const own = pictures.filter((path) => path?.startsWith('pictures/'))
  const shown = own.map((path) => `<img loading="lazy" alt="" src="${escaped(path ?? '')}">`)
  const head = title ? `<h3>${escaped(title)}</h3>` : ''
  return `<article>${head}${factLine(facts)}<p>${textOf(content)}</p>${shown.join('')}</article>\n`
}

export const PAGE_END = '</body></html>\n'

const factLine = (facts: (string | null)[]) => `<p class="facts">${escaped(facts.filter(Boolean).join(' · '))}</p>\n`

/** Its pictures are shown below. */
function textOf(markup: string): string {
  const parts = parseRichText(markup).map((token) => {
    if (token.kind === 'break') return '<br>'
    if (token.kind === 'mention') return escaped(`@${token.nickname}`)
    return token.kind === 'text' ? escaped(token.text) : ''
  })
  return parts.join('')
}

type About = { publicId: string; siteName: string; madeAt: string; files: { name: string; about: string }[] }

const COLUMN = 20

/** Says what each file of the export is. */
export function readme({ publicId, siteName, madeAt, files }: About): string {
  return `这是 ${publicId} 在${siteName}的数据，打包于 ${madeAt}。

用浏览器打开 index.html，可以看写过的笔记和评论。
每个 .json 文件是一类（UTF-8，时间是 UTC）：
profile.json        个人资料和绑定的邮箱；avatar 是头像在这里的位置，没有换过的为 null；old_user_ids 是搬来以前的小石榴号
${files.map(({ name, about }) => `${name.padEnd(COLUMN)}${about}`).join('\n')}
pictures/           上传的全部图片，最大的尺寸
pictures-missing.json  有图片读不到，或图片超过 5 GB 时：没有放进来的

密码只存有算不回去的摘要，不在这里。登录、笔记和评论的 IP 地址按规定另外保留，只有管理服务器的人能看到，也不在这里。
`
}
