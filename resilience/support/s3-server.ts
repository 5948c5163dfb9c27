/** An object storage in a process of its own, which can be stopped: `s3-server.ts PORT FOLDER`. */
import S3rver from 's3rver'

const [port, directory = ''] = process.argv.slice(2)
const options = { address: '127.0.0.1', port: Number(port), silent: true, directory }
await new S3rver({ ...options, configureBuckets: [{ name: 'pictures' }] }).run()
