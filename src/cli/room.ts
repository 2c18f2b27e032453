import { setFlagsFromString } from 'node:v8'

/**
 * Room for what is soon forgotten, of which V8 makes more and more on its own. What a start makes lives on, so it would
 * only be taken and never be of use; those who work afterwards get it as usual.
 */
const grow = (factor: number) => setFlagsFromString(`--semi-space-growth-factor=${factor}`)

export const keepRoomSmall = (): void => grow(1)

export const makeRoomAsUsual = (): void => grow(2)
