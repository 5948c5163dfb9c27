import { admins } from '@shiliu/contract/admin/admins'
import { categories } from '@shiliu/contract/admin/categories'
import * as settings from '@shiliu/contract/admin/settings'
import * as setup from '@shiliu/contract/admin/setup'
import { expect, it } from 'vitest'
import { createFirstCategories } from '#modules/categories/first-categories.service.ts'
import { makeAdmin, PASSWORD } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { beginSetup } from './setup.service.ts'

async function stage() {
  const test = await createTestApp()
  await test.ctx.db.deleteFrom('categories').execute()
  await createFirstCategories(test.ctx)
  const admin = await makeAdmin(test.ctx)
  const { token } = admin
  const left = async () => {
    const { items } = await test.ok(setup.get, { token })
    return items.filter(({ done }) => !done).map(({ name }) => name)
  }
  return { test, admin, token, left }
}

it('asks nothing of a site that was there before', async () => {
  const { test, token } = await stage()
  expect(await test.ok(setup.get, { token })).toEqual({ open: false, closed: true, items: [] })
})

it('is ticked off by what changes', async () => {
  const { test, admin, token, left } = await stage()
  await beginSetup(test.ctx, admin.id)
  expect(await left()).toEqual(['name', 'logo', 'categories', 'registration', 'password'])
  await test.ok(settings.update, { body: { site_name: '紫荆园', registration: 'closed' }, token })
  expect(await left()).toEqual(['logo', 'categories', 'password'])
  await test.ok(categories.create, { body: { name: '二手', category_title: 'secondhand' }, token })
  const row = await test.ok(admins.get, { params: { id: String(admin.id) }, token })
  await test.ok(admins.update, {
    params: { id: String(admin.id) },
    body: { password: 'another-91', currentPassword: PASSWORD, version: row.version },
    token,
  })
  expect(await left()).toEqual(['logo'])
})

it('is ticked off by what is kept, except the password, until nothing is left', async () => {
  const { test, admin, token, left } = await stage()
  await beginSetup(test.ctx, admin.id)
  for (const keep of setup.SETUP_ITEMS) await test.ok(setup.update, { body: { keep }, token })
  expect(await left()).toEqual(['password'])
  expect(await test.ok(setup.update, { body: { closed: true }, token })).toMatchObject({ open: true, closed: true })
  await test.ctx.db.insertInto('marks').values({ name: 'setup-password', value: 1 }).execute()
  expect(await test.ok(setup.get, { token })).toMatchObject({ open: false })
})
