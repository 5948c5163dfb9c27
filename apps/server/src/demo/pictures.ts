/** The demo's pictures: stored once each, like uploads, and handed out to notes. */
import type { Ctx } from '#deps.ts'
import { requireOwn, storePicture } from '#modules/media/media.service.ts'
import { groupBy } from '#platform/db/rows.ts'
import { listPictures, readPicture } from './demo-files.ts'
import type { Random } from './random.ts'

export type Stored = { mediaId: number; url: string }
type Progress = (done: number, total: number) => void

/** Two are decoded at a time; the next ones are read meanwhile. */
const AT_ONCE = 4

/** Stores the files through the same pipeline as uploads; answers what became of each, by file name without ending. */
export async function storePictures(
  ctx: Ctx,
  folder: 'pictures' | 'avatars',
  files: string[],
  progress: Progress,
): Promise<Map<string, Stored>> {
  const stored = new Map<string, Stored>()
  const waiting = files.values()
  const worker = async () => {
    for (const file of waiting) {
      const { url } = await storePicture(ctx, null, { name: file, body: await readPicture(folder, file) })
      const [media] = await requireOwn(ctx, [url])
      if (media) stored.set(nameOf(file), { mediaId: media.id, url })
      progress(stored.size, files.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return stored
}

/** Files of the demo's pictures, at most `limit`, spread over the categories. */
export function pictureFiles(limit: number): string[] {
  const files = listPictures().map(({ file }) => file)
  const step = Math.max(files.length / limit, 1)
  return files.filter((_, index) => index % step < 1)
}

const nameOf = (file: string) => file.replace(/\.\w+$/, '')
const categoryOf = (name: string) => name.replace(/-\d+$/, '')

export type Gallery = {
  /**
   * Different pictures for a note. The cover is the one of the fitting that was a cover longest ago, so that notes which
   * are illustrated in the order of a list do not look alike side by side; what follows fits as well as possible.
   */
  choose(look: string, category: string, count: number): Stored[]
  /** What would fit as well but is not among the chosen. */
  spare(look: string, chosen: Stored[]): Stored[]
}

export function makeGallery(random: Random, stored: Map<string, Stored>, looks: Record<string, string[]>): Gallery {
  const byCategory = groupBy([...stored.keys()], categoryOf)
  const fittingTo = (look: string) => (looks[look] ?? []).filter((name) => stored.has(name))
  const uses = new Map<string, number>()
  const coveredAt = new Map<string, number>()
  let turn = 0

  const leastFirst = (names: string[], score: Map<string, number>) =>
    names
      .map((name) => ({ name, order: (score.get(name) ?? 0) + random.next() }))
      .toSorted((a, b) => a.order - b.order)
      .map(({ name }) => name)
  return {
    choose(look, category, count) {
      const fitting = fittingTo(look)
      const wider = [category, categoryOf(fitting[0] ?? '')].map((one) => leastFirst(byCategory.get(one) ?? [], uses))
      const any = leastFirst([...stored.keys()], uses)
      const ranked = [...leastFirst(fitting, coveredAt), ...wider.flat(), ...any]
      const names = [...new Set(ranked)].slice(0, count)
      for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1)
      if (names[0]) coveredAt.set(names[0], ++turn)
      return names.flatMap((name) => stored.get(name) ?? [])
    },
    spare(look, chosen) {
      const fitting = fittingTo(look).flatMap((name) => stored.get(name) ?? [])
      return fitting.filter((picture) => !chosen.includes(picture))
    },
  }
}
