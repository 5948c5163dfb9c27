/** The logo in a file of settings: the picture itself, since its address means nothing at another site. */
import { LOGO_BYTES_MAX } from '@shiliu/contract/admin/settings-file'
import type { Ctx } from '#deps.ts'
import { decodeAll } from '#modules/media/uploads.service.ts'
import { AppError } from '#platform/errors.ts'
import type { UploadedFile } from '#platform/http/multipart.ts'
import { inspect } from '#platform/images/inspect.ts'
import type { ProcessedPicture } from '#platform/images/pipeline.ts'
import { keyOfUrl, PICTURE_TYPE, PRESETS, pictureRulesOf } from '#platform/images/presets.ts'

/**
 * As a data URL; null for the standard one, undefined where its file is gone or too large. `address` as the setting has
 * it.
 */
export async function exportLogo({ storage }: Ctx, address: string): Promise<string | null | undefined> {
  if (address === '') return null
  const key = keyOfUrl(address)
  for (const { suffix } of [PRESETS.detail, PRESETS.card]) {
    const body = key && (await storage.get(key + suffix))
    if (body && body.length <= LOGO_BYTES_MAX) return `data:${PICTURE_TYPE};base64,${body.toString('base64')}`
  }
}

type LogoIn = {
  /** Of the file. */
  logo: string | null | undefined
  /** Pictures of the JSON body, which `embedded-files.ts` has decoded. */
  files: readonly UploadedFile[]
  /** The setting now. */
  current: string
  /** Who waits for the conversion. */
  account: string
}

/**
 * What importing a logo changes: the picture to be stored, null for the standard one, undefined for nothing, also where
 * it is the picture that the site has, or was made of it. Throws `file_…`, and what `PictureWorkers` throw.
 */
export async function importedLogo(ctx: Ctx, { logo, ...about }: LogoIn): Promise<ProcessedPicture | null | undefined> {
  if (logo === undefined) return undefined
  if (logo === null) return about.current === '' ? undefined : null
  try {
    return await convertUnlessSame(ctx, { logo, ...about })
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500 || error.code === 'too_many_requests') throw error
    throw new AppError(error.code, { field: 'logo', message: `标志：${error.message}` })
  }
}

async function convertUnlessSame(
  ctx: Ctx,
  { logo, files, current, account }: LogoIn & { logo: string },
): Promise<ProcessedPicture | undefined> {
  const [file] = decodeAll([logo], files)
  if (!file?.body || file.body.length > LOGO_BYTES_MAX) {
    throw new AppError('file_too_large', { message: '文件里的图片过大' })
  }
  const { pixels } = inspect(file.body)
  const key = keyOfUrl(current)
  const stored = key === null ? null : await ctx.storage.get(key + PRESETS.detail.suffix)
  if (stored?.equals(file.body)) return undefined
  const rules = pictureRulesOf(ctx.settings.current)
  const picture = await ctx.pictures.convert({ account, file: file.body, pixels, rules })
  const detail = picture.files.find(({ suffix }) => suffix === PRESETS.detail.suffix)
  // Converted anew, the same picture gives the same bytes.
  return stored && detail?.body.equals(stored) ? undefined : picture
}
