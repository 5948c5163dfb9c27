/** Settings as a file, as the back office exports and imports them. */
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { SETTING_FIELDS } from '@shiliu/contract/admin/setting-fields'
import { wordsOf } from '@shiliu/contract/admin/setting-words'
import { importFile, LOGO_BYTES_MAX, type SettingsPreview } from '@shiliu/contract/admin/settings-file'
import { COMMAND_LINE } from '#modules/admin/audits.service.ts'
import { exportSettings, importSettings, previewSettings } from '#modules/admin/settings-file.service.ts'
import { type RegisterCommands, UserError } from './command-context.ts'

export const settingsCommands: RegisterCommands = (program, context) => {
  program
    .command('settings:export')
    .usage('<文件>')
    .description('把网站设置和标志写成文件，和后台的「导出设置」一样；没有密码和密钥')
    .argument('<文件>', '写到哪里；已经有的文件不会覆盖')
    .action(async (file: string) => {
      const content = await context.withApp(exportSettings)
      await write(file, `${JSON.stringify(content, null, 2)}\n`)
      context.print(`已写到 ${file}：${Object.keys(content.settings).length} 项设置${content.logo ? '和标志' : ''}`)
      context.print(content.note)
    })

  program
    .command('settings:import')
    .usage('<文件> [选项]')
    .description('导入网站设置：先列出会改什么，再一起改；有一个值不对就什么也不改')
    .argument('<文件>', 'settings:export 或后台的「导出设置」写出的文件')
    .option('--dry-run', '只列出会改什么')
    .action(async (path: string, { dryRun = false }: { dryRun?: boolean }) => {
      const file = await read(path)
      await context.withApp(async (ctx) => {
        const preview = await previewSettings(ctx, COMMAND_LINE, file)
        for (const line of linesOf(preview)) context.print(line)
        const { length } = preview.changes
        if (length === 0) return context.print('和现在的设置一样，没有要改的')
        if (dryRun) return context.print(`会改 ${length} 项；这是试运行，什么也没有改`)
        if ((await context.confirm(`改这 ${length} 项？`)) === false) return context.print('什么也没有改')
        const began = Object.fromEntries(preview.changes.map(({ name, before }) => [name, before]))
        await importSettings(ctx, COMMAND_LINE, { ...file, began })
        context.print(`已改 ${length} 项；在运行的服务器一秒之内按新的设置工作`)
      })
    })
}

function linesOf({ changes, unknown }: SettingsPreview): string[] {
  const shown = (name: string, value: unknown) => {
    const field = SETTING_FIELDS.find((one) => one.name === name)
    return (field && wordsOf(field, value)) || '空'
  }
  const lines = changes.map(
    ({ name, label, before, after }) => `${label}：${shown(name, before)} → ${shown(name, after)}`,
  )
  return unknown.length > 0 ? [...lines, `不会导入：${unknown.join('、')}`] : lines
}

/** The whole file or none. */
async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new UserError(`${path} 已经存在，请换一个名字`)
    await rm(path, { force: true })
    throw new UserError(`写不了 ${path}：${(error as Error).message}`)
  }
}

/** What a file can have at most. */
const FILE_MAX = 4 * LOGO_BYTES_MAX

async function read(path: string) {
  try {
    if ((await stat(path)).size > FILE_MAX) throw new UserError(`${path} 太大，不是导出的设置文件`)
    const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
    const { data, error } = importFile.body?.safeParse(JSON.parse(text)) ?? {}
    if (data) return data
    // Of another form it has none of our words.
    const said = error?.issues.find(({ message }) => /\p{Script=Han}/u.test(message))?.message
    throw new UserError(`${path}：${said ?? '这不是导出的设置文件'}`)
  } catch (error) {
    if (error instanceof UserError) throw error
    if (error instanceof SyntaxError) throw new UserError(`${path}：这不是导出的设置文件`)
    throw new UserError(`读不了 ${path}：${(error as Error).message}`)
  }
}
