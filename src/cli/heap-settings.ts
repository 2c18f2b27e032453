import { setFlagsFromString } from 'node:v8'

/**
 * Young-generation settings: V8 grows this space during startup, but startup data is long-lived, so growth would only
 * waste memory. It is re-enabled once the service runs.
 */
const grow = (factor: number) => setFlagsFromString(`--semi-space-growth-factor=${factor}`)

/**
 * Limits the growth of the old generation to 40 % between collections, because V8 would otherwise let it grow fourfold.
 */
const limitOldGeneration = () => setFlagsFromString('--heap-growing-percent=40')

/**
 * Allocates every object in the young generation. V8 would otherwise move allocations that it expects to live long to the old
 * one, and is wrong about those of requests: such an object keeps everything it refers to until the old generation is collected.
 */
const allocateYoung = () => setFlagsFromString('--no-allocation-site-pretenuring')

/** Must be called before anything is loaded. */
export function configureHeap(): void {
  limitOldGeneration()
  allocateYoung()
  grow(1)
}

export const restoreYoungGeneration = (): void => grow(2)
