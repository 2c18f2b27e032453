import { closeMenus } from './menus.ts'
import { offerNearMe } from './near-me.ts'
import { applyFiltersAtOnce } from './filters.ts'
import { shortenAddresses } from './forms.ts'
import { keepFocusInSheets } from './sheets.ts'
import { showVisitorTimes } from './visitor-time.ts'

/** Progressive enhancement; every page works without it. */
showVisitorTimes()
offerNearMe()
shortenAddresses()
applyFiltersAtOnce()
keepFocusInSheets()
closeMenus()
