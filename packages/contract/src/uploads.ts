/** Picture uploads (docs/api.md#uploads). */
import { z } from 'zod'
import { count } from './common.ts'
import { endpointsOf } from './endpoint.ts'
import { UPLOAD } from './limits.ts'

const endpoint = endpointsOf('图片上传')

export const uploaded = z
  .object({
    url: z.string().describe('图片地址，写进笔记、评论或头像'),
    originalname: z.string().describe('上传时的文件名'),
    originalName: z.string().describe('上传时的文件名，与 originalname 相同'),
    size: count.describe('上传的字节数'),
    width: count.describe('最大尺寸的宽，像素'),
    height: count.describe('最大尺寸的高，像素'),
    thumbhash: z.string().describe('Base64 的 thumbhash，图片加载前画它'),
  })
  .meta({ id: 'Uploaded', description: '上传好的图片' })
export type Uploaded = z.output<typeof uploaded>

const fileErrors = [
  'file_missing',
  'file_not_image',
  'file_too_large',
  'file_type',
  'file_heic',
  'file_damaged',
  'file_dimensions',
  'file_unprocessable',
  'upload_budget',
  'disk_full',
] as const

export const single = endpoint({
  method: 'POST',
  path: '/upload/single',
  role: 'signed-in',
  adminRole: 'editor',
  publishes: true,
  idempotent: true,
  summary: '上传一张图片（字段 file）',
  message: '上传成功',
  multipart: { field: 'file', many: false },
  output: uploaded,
  errors: fileErrors,
})

export const image = endpoint({
  method: 'POST',
  path: '/upload/image',
  role: 'signed-in',
  adminRole: 'editor',
  publishes: true,
  idempotent: true,
  summary: '上传一张图片（字段 image）',
  message: '上传成功',
  multipart: { field: 'image', many: false },
  output: uploaded,
  errors: fileErrors,
})

export const multiple = endpoint({
  method: 'POST',
  path: '/upload/multiple',
  role: 'signed-in',
  adminRole: 'editor',
  publishes: true,
  idempotent: true,
  summary: '上传多张图片（字段 files），全部成功才算成功',
  message: '上传成功',
  multipart: { field: 'files', many: true },
  output: z.array(uploaded),
  errors: [...fileErrors, 'files_too_many'],
})

export const images = endpoint({
  method: 'POST',
  path: '/upload/images',
  role: 'signed-in',
  adminRole: 'editor',
  publishes: true,
  idempotent: true,
  summary: '上传多张图片（字段 images），逐张给出结果',
  message: '上传成功',
  multipart: { field: 'images', many: true },
  output: z.object({
    uploaded: z.array(uploaded).describe('上传好的图片'),
    errors: z
      .array(z.object({ file: z.string().describe('文件名'), error: z.string().describe('给人看的原因') }))
      .describe('没能上传的'),
    total: count.describe('一共几张'),
    successCount: count.describe('成功的张数'),
    errorCount: count.describe('失败的张数'),
  }),
  errors: [...fileErrors, 'files_too_many'],
})

export const base64 = endpoint({
  method: 'POST',
  path: '/upload/base64',
  role: 'signed-in',
  adminRole: 'editor',
  publishes: true,
  idempotent: true,
  summary: '上传 base64 图片',
  message: '上传成功',
  body: z.object({
    images: z
      .array(
        z.string('图片内容不正确').max(Math.ceil((UPLOAD.fileMax * 4) / 3) + 200, '图片过大'),
        '请选择要上传的文件',
      )
      .min(1, '请选择要上传的文件')
      .max(UPLOAD.filesMax, `最多只能上传${UPLOAD.filesMax}张图片`),
  }),
  output: z.object({ urls: z.array(z.string()).describe('图片地址，顺序同发送的'), count: count.describe('张数') }),
  errors: fileErrors,
})
