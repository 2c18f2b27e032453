import { rememberScheme } from './scheme.ts'
import { closeMenus } from './menus.ts'
import { offerNearMe } from './near-me.ts'
import { applyFiltersAtOnce } from './filters.ts'
import { shortenAddresses } from './forms.ts'
import { keepFocusInSheets } from './sheets.ts'
import { showVisitorTimes } from './visitor-time.ts'

/** What scripts add to the pages; every page works without. */
rememberScheme()
showVisitorTimes()
offerNearMe()
shortenAddresses()
applyFiltersAtOnce()
keepFocusInSheets()
closeMenus()
