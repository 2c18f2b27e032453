import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { createBucketStorage } from './bucket.ts'
import { createFolderStorage } from './folder.ts'
import type { MediaStorage } from './storage.ts'

export { isUnfinished } from './folder.ts'
export { contentTypeOf, type ListedFile, type MediaStorage, type Part } from './storage.ts'

type StorageSettings = Pick<Config, 'dataDir' | 's3Bucket' | 's3Region' | 's3AccessKey' | 's3SecretKey'>

/** A bucket if the settings name one, otherwise a folder in the data directory. */
export const createMediaStorage = ({
  dataDir,
  s3Bucket,
  s3Region,
  s3AccessKey,
  s3SecretKey,
}: StorageSettings): MediaStorage =>
  s3Bucket === undefined
    ? createFolderStorage(join(dataDir, 'media'))
    : createBucketStorage({
        url: s3Bucket,
        region: s3Region,
        accessKey: s3AccessKey!,
        secretKey: s3SecretKey!,
      })
