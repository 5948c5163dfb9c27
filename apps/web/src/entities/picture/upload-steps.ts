/** How a chosen file becomes a stored picture: made smaller, sent with its progress (spec sections 5 and 8). */
import * as uploads from '@shiliu/contract/uploads'
import { ApiError, messageOf } from '#api/error.ts'
import type { Realm } from '#api/session.ts'
import { upload } from '#api/upload.ts'
import { compress } from './compress.ts'
import type { UploadSteps } from './uploader.ts'

/** Sent with whose session: the back office's forms send with the administrator's. */
export const uploadStepsAs = (as: Realm): UploadSteps => ({
  prepare: compress,
  async send(picture, name, { onProgress, signal }) {
    const { url } = await upload(uploads.image, picture, { fileName: name, onProgress, signal, as })
    return url
  },
  reasonOf(error) {
    const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
    const passing = !refused || [401, 408, 429].includes(error.status)
    return { error: messageOf(error, '上传失败，请重试'), again: passing }
  },
  preview: (file) => URL.createObjectURL(file),
  forget: (preview) => URL.revokeObjectURL(preview),
})

export const uploadSteps = uploadStepsAs('user')
