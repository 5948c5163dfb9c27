/** Files that are rejected as images, with a reason and without leftovers. */
import { chooseCategory, openAs, toast } from '../support/actions.ts'
import { newAccount } from '../support/api.ts'
import { storedPictures } from '../support/database.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  heavyPicture,
  hugePicture,
  phonePhoto,
  textNamedJpeg,
  truncatedLargePhoto,
  truncatedPhoto,
} from '../support/photos.ts'
import { unique } from '../support/unique.ts'

const REFUSED = [
  { what: 'a picture of 6 MB', make: heavyPicture, message: '图片大小不能超过5MB' },
  { what: 'a text with a picture’s name', make: textNamedJpeg, message: '请选择图片文件' },
  { what: 'a picture of 900 million pixels', make: hugePicture, message: '图片尺寸过大' },
  { what: 'half of a photo', make: truncatedPhoto, message: '图片已损坏' },
  { what: 'half of a large photo', make: truncatedLargePhoto, message: '图片已损坏' },
]

test('rejects unusable images and uploads the rest @desktop', async ({ page, faults }, info) => {
  // Only the server can detect these.
  faults.allow(/status of 400 .*\/api\/upload\/image/)
  const author = await newAccount('什么都传')
  await openAs(page, author, '/publish')
  await page.getByLabel('添加图片').setInputFiles(await phonePhoto(info, 'good.jpg', 1200))
  await expect(page.getByText('封面')).toBeVisible()

  for (const { what, make, message } of REFUSED) {
    await test.step(what, async () => {
      await page.getByLabel('添加图片').setInputFiles(await make(info))
      await expect(page.getByText('上传失败', { exact: true })).toBeVisible()
      await expect(page.getByRole('status').getByText(message)).toBeVisible()
      await expect(page.getByRole('button', { name: '重试' })).toHaveCount(0)
      await page.getByRole('button', { name: '发布', exact: true }).click()
      await page.getByRole('button', { name: '删除第2张图片' }).click()
      await expect(page.getByText(message)).toBeHidden()
      await expect(page.getByRole('img', { name: /^第\d张图片$/ })).toHaveCount(1)
    })
  }

  expect(storedPictures(author.user.id)).toBe(1)

  const title = unique('只留下好的')
  await page.getByLabel('标题').fill(title)
  await page.getByLabel('正文').fill('其余的都没有传上去')
  await chooseCategory(page, '生活')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect(toast(page, '发布成功')).toBeVisible()
  await page.goto('/user')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('img', { name: title, exact: true })).toBeVisible()
})

test('rejects files that are no images by name @desktop', async ({ page }, info) => {
  await openAs(page, await newAccount('拖错文件'), '/publish')
  const file = info.outputPath('notes.txt')
  await page.getByLabel('添加图片').setInputFiles({ name: file, mimeType: 'text/plain', buffer: Buffer.from('文字') })
  await expect(page.getByRole('status').getByText('请选择图片文件，支持 JPG、PNG、WebP')).toBeVisible()
  await expect(page.getByRole('img', { name: /^第\d张图片$/ })).toHaveCount(0)
})
