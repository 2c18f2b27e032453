import { createContext, useContext, type ReactNode } from 'react'
import type { Service } from '../service/service.ts'
import type { Site } from '../service/site.ts'

const Context = createContext<{ service: Service; site: Site } | undefined>(undefined)

export const ServiceProvider = ({
  service,
  site,
  children,
}: {
  service: Service
  site: Site
  children: ReactNode
}) => <Context value={{ service, site }}>{children}</Context>

function useBoth() {
  const both = useContext(Context)
  if (both === undefined) throw new Error('There is no ServiceProvider.')
  return both
}

export const useService = (): Service => useBoth().service
export const useSite = (): Site => useBoth().site
