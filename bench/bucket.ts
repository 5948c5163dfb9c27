/** An object storage in a process of its own: `bucket.ts FOLDER` keeps the bucket `pictures` there. */
import S3rver from 's3rver'

const [directory = ''] = process.argv.slice(2)
const configureBuckets = [{ name: 'pictures' }]
const { port } = await new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets }).run()
process.stdout.write(`Server listening at http://127.0.0.1:${port}\n`)
