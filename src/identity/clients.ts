import { isIPv6 } from 'node:net'
import type { OptionalCaller } from './roles.ts'

/** Whom limits count a request against: the user, or the network of the address if there are no credentials. */
export const clientOf = (caller: OptionalCaller, address: string): string =>
  caller === undefined ? networkOf(address) : `user ${caller.id}`

/** IPv6 addresses are counted per /64 network, because one subscriber usually controls all of it. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.replace(/%.*/, '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')
}
