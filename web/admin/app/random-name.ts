/** A name that nothing else has. Unlike `crypto.randomUUID`, it is available on pages without HTTPS. */
export const randomName = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
