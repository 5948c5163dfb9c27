/**
 * The file that a process or thread of its own begins with, beside the module at `url`: a source in development,
 * bundled under the same name in production (apps/server/build.mjs).
 */
export function entryFile(url: string, name: string): URL {
  return new URL(`./${name}${url.endsWith('.ts') ? '.ts' : '.js'}`, url)
}
