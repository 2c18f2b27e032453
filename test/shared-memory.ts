import { existsSync, statfsSync } from 'node:fs'

/** The file system that Linux keeps in memory. */
export const sharedMemory = '/dev/shm'

/** Whether it has room for so many bytes; that of containers often has 64 MB. */
export function hasSharedMemory(bytes: number): boolean {
  if (!existsSync(sharedMemory)) return false
  const { bavail, bsize } = statfsSync(sharedMemory)
  return bavail * bsize >= bytes
}
