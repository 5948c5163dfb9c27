/** An object storage of a test's own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { onTestFinished } from 'vitest'

export type Bucket = { address: string; settings: Record<string, string> }

/** The bucket `pictures`, until the end of the test; `settings` are those of a server that uses it. */
export async function startBucket(): Promise<Bucket> {
  const directory = await mkdtemp(join(tmpdir(), 'shiliu-s3-'))
  const configureBuckets = [{ name: 'pictures' }]
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  const { port } = await server.run()
  onTestFinished(async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })
  const address = `http://127.0.0.1:${port}`
  return { address, settings: bucketSettings(address) }
}

/** Of a bucket at this address, or at one in front of it. */
export function bucketSettings(address: string): Record<string, string> {
  return {
    S3_ENDPOINT: address,
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    S3_FORCE_PATH_STYLE: '1',
  }
}
