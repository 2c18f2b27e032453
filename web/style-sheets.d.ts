/** Style sheets that a module imports; the build puts them into a file beside the bundle. */
declare module '*.css'
