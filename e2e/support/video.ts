import type { Page } from '@playwright/test'

/** Records a second of mp4 in the browser itself, which can therefore play it. */
export async function recordVideo(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/mp4' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    recorder.start()
    const draw = setInterval(() => canvas.getContext('2d')?.fillRect(0, 0, canvas.width, canvas.height), 100)
    await new Promise((resolve) => setTimeout(resolve, 1200))
    clearInterval(draw)
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.stop()
    await stopped
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  })
  return Buffer.from(bytes)
}
