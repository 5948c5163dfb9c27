/** An object storage in a process of its own, which can be stopped: `s3-server.ts PORT FOLDER`. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../../tools/lib/run.mjs'

const [port, directory = ''] = process.argv.slice(2)
const S3rver: typeof import('s3rver').default = createRequire(join(root, 'apps/server/package.json'))('s3rver')
const options = { address: '127.0.0.1', port: Number(port), silent: true, directory }
await new S3rver({ ...options, configureBuckets: [{ name: 'pictures' }] }).run()
