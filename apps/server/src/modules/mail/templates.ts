/** What the site's mails say, as text and as simple HTML. */

export type MailText = { subject: string; text: string; html: string }

/** What a mail is made of: paragraphs, and between them what stands out. */
type Content = {
  subject: string
  /** A code to be typed, in large letters. */
  code?: string
  before: readonly string[]
  facts?: readonly (readonly [label: string, value: string])[]
  after?: readonly string[]
}

export type Site = { name: string; url: string | null }

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function write({ name, url }: Site, { subject, code, before, facts = [], after = [] }: Content): MailText {
  const end = `这封邮件由${name}自动发出，请不要回复。`
  const site = url ?? ''
  const lines = [
    ...before,
    ...(code ? [code] : []),
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}：${value}`).join('\n')] : []),
    ...after,
    [end, site].filter(Boolean).join('\n'),
  ]
  const p = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  const row = ([label, value]: readonly [string, string]) =>
    `<tr><td style="padding:2px 16px 2px 0;color:#5b5e66">${escapeHtml(label)}</td><td>${escapeHtml(value)}</td></tr>`
  const html = [
    '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"></head><body style="margin:0;padding:24px;',
    "font:15px/1.75 system-ui,-apple-system,'PingFang SC','Microsoft YaHei',sans-serif;color:#1d1e22\">",
    `<p style="margin:0 0 24px;font-size:18px;font-weight:600">${escapeHtml(name)}</p>`,
    ...before.map(p),
    code ? `<p style="margin:0 0 16px;font-size:24px;font-weight:600;letter-spacing:2px">${escapeHtml(code)}</p>` : '',
    facts.length > 0
      ? `<table style="margin:0 0 16px;border-collapse:collapse">${facts.map(row).join('')}</table>`
      : '',
    ...after.map(p),
    `<p style="margin:24px 0 0;font-size:13px;color:#5b5e66">${escapeHtml(end)}`,
    site ? `<br><a href="${escapeHtml(site)}" style="color:#d11a43">${escapeHtml(site)}</a>` : '',
    '</p></body></html>',
  ]
  return { subject: `${name}：${subject}`, text: `${lines.join('\n\n')}\n`, html: html.join('') }
}

const minutes = (ms: number) => Math.round(ms / 60_000)
const IF_NOT_YOU = '如果不是你本人，请不用理会，也不要把验证码告诉任何人。'

/** Every mail of the site. */
export const MAILS = {
  test: (site: Site) => write(site, { subject: '测试邮件', before: ['收到这封邮件，说明发信服务器设置好了。'] }),

  verify: (site: Site, v: { account: string; code: string; ms: number }) =>
    write(site, {
      subject: '验证你的邮箱',
      before: [`你正在把这个邮箱绑定到小石榴号 ${v.account}。请在「账号与安全」里输入验证码：`],
      code: v.code,
      after: [`${minutes(v.ms)} 分钟内有效，只能用一次。`, IF_NOT_YOU],
    }),

  register: (site: Site, v: { code: string; ms: number }) =>
    write(site, {
      subject: '注册的验证码',
      before: ['你正在用这个邮箱注册账号。请回到注册的页面输入验证码：'],
      code: v.code,
      after: [`${minutes(v.ms)} 分钟内有效，只能用一次。`, IF_NOT_YOU],
    }),

  /** To an account's address: whoever typed it learns nothing. */
  known: (site: Site, v: { account: string }) =>
    write(site, {
      subject: '你已经有账号了',
      before: [`有人想用这个邮箱注册账号，但它已经绑定了小石榴号 ${v.account}，所以没有发验证码。`],
      after: ['如果是你本人，请直接登录，忘了密码就用「忘记密码」；如果不是，请不用理会。'],
    }),

  admin: (site: Site, v: { account: string; code: string; ms: number }) =>
    write(site, {
      subject: '验证管理员的邮箱',
      before: [`管理员 ${v.account} 把这个邮箱填在了管理后台。请在「我的账号」里输入验证码：`],
      code: v.code,
      after: [`${minutes(v.ms)} 分钟内有效，只能用一次。`, IF_NOT_YOU],
    }),

  /** To an address that is another account's: whoever typed it learns nothing. */
  taken: (site: Site) =>
    write(site, {
      subject: '有人想绑定你的邮箱',
      before: ['有人想把这个邮箱绑定到一个账号，但它已经绑定了别的账号，所以没有绑定。'],
      after: ['如果是你本人，请先用绑定了它的账号解除绑定；如果不是，请不用理会。'],
    }),

  changed: (site: Site, v: { account: string; time: string; removed: boolean }) =>
    write(site, {
      subject: v.removed ? '邮箱已解除绑定' : '绑定的邮箱换了',
      before: [`小石榴号 ${v.account} 在 ${v.time} ${v.removed ? '解除了' : '换掉了'}绑定的这个邮箱。`],
      after: ['以后的通知不再发到这里。如果不是你本人，请马上联系网站的管理员。'],
    }),

  reset: (site: Site, v: { account: string; code: string; ms: number }) =>
    write(site, {
      subject: '重设密码的验证码',
      before: [`有人要重设小石榴号 ${v.account} 的密码。请回到「忘记密码」输入验证码：`],
      code: v.code,
      after: [`${minutes(v.ms)} 分钟内有效，只能用一次。密码改好以后，所有设备都要重新登录。`, IF_NOT_YOU],
    }),

  password: (site: Site, v: { account: string; time: string; way: 'reset' | 'changed' | 'first' }) =>
    write(site, {
      subject: { reset: '密码已经重设', changed: '密码已修改', first: '密码已设置' }[v.way],
      before: [
        {
          reset: `小石榴号 ${v.account} 的密码在 ${v.time} 用邮件里的验证码重设了，所有设备都已退出登录。`,
          changed: `小石榴号 ${v.account} 的密码在 ${v.time} 修改了，其他设备都已退出登录。`,
          first: `小石榴号 ${v.account} 在 ${v.time} 设置了密码，以后可以用它登录，其他设备都已退出登录。`,
        }[v.way],
      ],
      after: ['如果不是你本人，请马上用「忘记密码」再改一次，并联系网站的管理员。'],
    }),

  device: (site: Site, v: { account: string; time: string; place: string; device: string; school: string | null }) =>
    write(site, {
      subject: '新设备登录提醒',
      before: [`小石榴号 ${v.account} 刚刚${v.school ? `用${v.school}的账号` : ''}在一台没有登录过的设备上登录了。`],
      facts: [
        ['时间', v.time],
        ['地点', v.place],
        ['设备', v.device],
      ],
      after: [
        v.school
          ? '如果是你本人，不用做什么；如果不是，请马上在学校修改校园账号的密码，再到「账号与安全」的「登录的设备」里让它退出。'
          : '如果是你本人，不用做什么；如果不是，请马上修改密码，其他设备会随即退出登录。',
      ],
    }),

  link: (site: Site, v: { account: string; school: string; time: string; removed: boolean }) =>
    write(site, {
      subject: v.removed ? '校园账号已断开' : '连上了校园账号',
      before: [
        v.removed
          ? `小石榴号 ${v.account} 在 ${v.time} 断开了${v.school}的账号，以后不能用它登录。`
          : `小石榴号 ${v.account} 在 ${v.time} 连上了${v.school}的一个账号，以后可以用它登录。`,
      ],
      after: ['如果不是你本人，请马上到「账号与安全」里看看连着哪些校园账号，让其他设备退出登录；有密码的，再改密码。'],
    }),

  deleted: (site: Site, v: { account: string; time: string; until: string }) =>
    write(site, {
      subject: '账号已注销',
      before: [`小石榴号 ${v.account} 在 ${v.time} 注销了，所有设备都已退出登录。`],
      after: [
        `${v.until} 之后彻底清除；在那之前登录，可以取回账号。`,
        '如果不是你本人，请马上登录取回，再改密码（用校园账号登录的，在学校改）；登录不了，请联系网站的管理员。',
      ],
    }),

  restored: (site: Site, v: { account: string; time: string; place: string; device: string }) =>
    write(site, {
      subject: '账号已取回',
      before: [`注销了的小石榴号 ${v.account} 被取回了，和注销之前一样。`],
      facts: [
        ['时间', v.time],
        ['地点', v.place],
        ['设备', v.device],
      ],
      after: [
        '如果不是你本人，请马上改密码（用校园账号登录的，在学校改），再到「账号与安全」的「登录的设备」里让它退出。',
      ],
    }),

  fault: (site: Site, v: { faults: readonly (readonly [place: string, text: string])[] }) =>
    write(site, {
      subject: '网站出了故障',
      before: ['下面的故障刚刚发生。同一种故障一小时最多告诉一次，次数在管理后台的「动态监控」里。'],
      facts: v.faults,
      after: ['请求编号在服务器的日志里找得到。收信人在「网站设置」里改。'],
    }),

  digest: (site: Site, v: { waiting: readonly (readonly [label: string, value: string])[] }) =>
    write(site, {
      subject: '有待处理的内容',
      before: ['管理后台里等着处理的有：'],
      facts: v.waiting,
      after: ['请登录管理后台处理。不想再收到，可以在「我的账号」里删除邮箱。'],
    }),
} as const

export type MailKind = keyof typeof MAILS
/** What the template of a kind is given. */
export type MailValues<K extends MailKind> = Parameters<(typeof MAILS)[K]>[1]
