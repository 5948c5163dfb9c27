import type { Ctx } from '#deps.ts'
import { storeProcessedPicture } from '#modules/media/uploads.service.ts'
import { groupBy } from '#platform/db/rows.ts'
import { type PictureFolder, readManifest, readPicture } from './demo-files.ts'
import type { Random } from './random.ts'

export type StoredPicture = { mediaId: number; url: string }
type Progress = (done: number, total: number) => void

/** Pictures written at the same time; most of the time goes into syncing files. */
const CONCURRENCY = 8

/** Takes at most `limit` pictures, spread over all of them. Returns them by file name without its ending. */
export async function storePictures(
  ctx: Ctx,
  folder: PictureFolder,
  limit: number,
  progress: Progress = () => undefined,
): Promise<Map<string, StoredPicture>> {
  const all = readManifest()[folder]
  const step = Math.max(all.length / limit, 1)
  const pictures = all.filter((_, index) => index % step < 1)
  const stored: [name: string, picture: StoredPicture][] = []
  let done = 0
  const queue = pictures.entries()
  const worker = async () => {
    for (const [index, picture] of queue) {
      const { id, url } = await storeProcessedPicture(ctx, null, await readPicture(folder, picture))
      // By index, so that the order does not depend on which write finishes first.
      stored[index] = [picture.file.replace(/\.\w+$/, ''), { mediaId: id, url }]
      progress(++done, pictures.length)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return new Map(stored)
}

const categoryOf = (name: string) => name.replace(/-\d+$/, '')

export type Gallery = {
  /** Prefers fitting pictures; takes the cover used longest ago, so that neighbours in a list do not look alike. */
  choose(look: string, category: string, count: number): StoredPicture[]
  /** Fitting pictures that are not among the chosen. */
  others(look: string, chosen: StoredPicture[]): StoredPicture[]
}

export function makeGallery(
  random: Random,
  stored: Map<string, StoredPicture>,
  looks: Record<string, string[]>,
): Gallery {
  const byCategory = groupBy([...stored.keys()], categoryOf)
  const fitting = (look: string) => (looks[look] ?? []).filter((name) => stored.has(name))
  const uses = new Map<string, number>()
  const lastCover = new Map<string, number>()
  let turn = 0

  /** In ascending order of score; the random part, below 1, breaks ties. */
  const sortByScore = (names: string[], scores: Map<string, number>) =>
    names
      .map((name) => ({ name, order: (scores.get(name) ?? 0) + random.next() }))
      .toSorted((a, b) => a.order - b.order)
      .map(({ name }) => name)
  return {
    choose(look, category, count) {
      const best = fitting(look)
      const sameCategory = [category, categoryOf(best[0] ?? '')].map((one) =>
        sortByScore(byCategory.get(one) ?? [], uses),
      )
      const all = sortByScore([...stored.keys()], uses)
      const ranked = [...sortByScore(best, lastCover), ...sameCategory.flat(), ...all]
      const names = [...new Set(ranked)].slice(0, count)
      for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1)
      if (names[0]) lastCover.set(names[0], ++turn)
      return names.flatMap((name) => stored.get(name) ?? [])
    },
    others(look, chosen) {
      const pictures = fitting(look).flatMap((name) => stored.get(name) ?? [])
      return pictures.filter((picture) => !chosen.includes(picture))
    },
  }
}
