import { AVATAR_CUT } from '#ui/constants.ts'

/** Pixels of the picture as it is shown, upright. */
export type Area = { x: number; y: number; width: number; height: number }

/** Draws an area of a picture as a square PNG of 300 x 300. Throws where the browser cannot read or write it. */
export async function cutPicture(image: HTMLImageElement, { x, y, width, height }: Area): Promise<Blob> {
  const { side, type, quality } = AVATAR_CUT
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas to draw on')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, width, height, 0, 0, side, side)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  if (!blob) throw new Error('the canvas could not be written')
  return blob
}
