/** How we speak with stores of S3's kind. */

export type BucketOptions = {
  /** Of an S3-compatible store; absent for AWS. */
  endpoint?: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`: needed by MinIO, not by AWS. */
  pathStyle: boolean
}

/** Loads the SDK on demand, so that installs without a bucket do not pay for it. */
export async function loadS3({ endpoint, region, pathStyle, accessKeyId, secretAccessKey }: BucketOptions) {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    ...(endpoint && { endpoint }),
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // By default the SDK sends checksums as trailers, which many compatible stores do not understand.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000 },
  })
  return { sdk, client }
}
