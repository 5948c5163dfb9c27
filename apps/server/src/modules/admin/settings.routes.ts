import * as mail from '@shiliu/contract/admin/mail'
import * as settings from '@shiliu/contract/admin/settings'
import * as settingsFile from '@shiliu/contract/admin/settings-file'
import * as setup from '@shiliu/contract/admin/setup'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { getMailState } from '#modules/mail/outbox.service.ts'
import { route } from '#platform/http/route.ts'
import { changeMailPassword, sendTestMail } from './mail.service.ts'
import * as service from './settings.service.ts'
import { exportSettings, importSettings, previewSettings } from './settings-file.service.ts'
import { getSetup, updateSetup } from './setup.service.ts'

/** The logo in base64, and the rest. */
const fileLimit = { bodyLimit: Math.ceil(settingsFile.LOGO_BYTES_MAX * 1.4) + 128 * 1024 }

export function settingsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, settings.get, () => service.getSettings(ctx))
  route(app, ctx, setup.get, () => getSetup(ctx))
  route(app, ctx, setup.update, ({ body }) => updateSetup(ctx, body))
  route(app, ctx, settingsFile.exportFile, () => exportSettings(ctx), { securityEvent: 'export' })
  route(
    app,
    ctx,
    settingsFile.previewFile,
    ({ viewer, body, files }) => previewSettings(ctx, viewer, body, files),
    fileLimit,
  )
  route(
    app,
    ctx,
    settingsFile.importFile,
    ({ viewer, body, files }) => importSettings(ctx, viewer, body, files),
    fileLimit,
  )
  route(app, ctx, settings.update, ({ viewer, body }) => service.updateSettings(ctx, viewer, body))
  route(app, ctx, mail.get, () => getMailState(ctx))
  route(app, ctx, mail.setPassword, ({ viewer, body }) => changeMailPassword(ctx, viewer, body.password))
  route(app, ctx, mail.test, ({ body }) => sendTestMail(ctx, body.to), { limit: 'password' })
}
