import { setFlagsFromString } from 'node:v8'

/**
 * Room for what is soon forgotten, of which V8 makes more and more on its own. What a start makes lives on, so it would
 * only be taken and never be of use; those who work afterwards get it as usual.
 */
const grow = (factor: number) => setFlagsFromString(`--semi-space-growth-factor=${factor}`)

/** What outlives its request is let grow by two fifths before it is looked through: V8 would let it grow fourfold. */
const tidyEarly = () => setFlagsFromString('--heap-growing-percent=40')

export function keepRoomSmall(): void {
  tidyEarly()
  grow(1)
}

export const makeRoomAsUsual = (): void => grow(2)
