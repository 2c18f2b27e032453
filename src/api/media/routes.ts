import { routeOf, type Route } from '../operation.ts'
import { updatesOf } from '../update-methods.ts'
import {
  listAttachments,
  listMedia,
  readImage,
  removeAttachment,
  removeExistingImage,
  replacePicture,
  updateAttachment,
  updateExistingImage,
  uploadAttachment,
  uploadImage,
  type MediaAccess,
} from './operations.ts'
import {
  deleteImageParameters,
  imagePath,
  listAttachmentsParameters,
  listImagesParameters,
  readImageParameters,
  replaceImageFields,
  updateAttachmentFields,
  updateImageFields,
  uploadAttachmentFields,
  uploadFields,
} from './parameters.ts'

/** Images that the site stores, below `cal/admin/v1` (interface: Media). */
export const mediaRoutes = (access: MediaAccess): Route[] => [
  routeOf(
    '/media',
    {
      method: 'GET',
      operationId: 'listImages',
      summary: 'List images',
      parameters: listImagesParameters,
      responseSchema: 'storedImageList',
      run: (request) => listMedia(access, request),
    },
    {
      method: 'POST',
      operationId: 'uploadImage',
      summary: 'Upload an image',
      parameters: uploadFields,
      acceptsFile: true,
      responseSchema: 'storedImage',
      success: 201,
      run: (request) => uploadImage(access, request),
    },
  ),
  routeOf('/media/{id}/file', {
    method: 'POST',
    operationId: 'replacePicture',
    summary: 'Replace the picture of an image',
    path: imagePath,
    parameters: replaceImageFields,
    acceptsFile: true,
    responseSchema: 'storedImage',
    run: (request) => replacePicture(access, request),
  }),
  routeOf(
    '/media/{id}',
    {
      method: 'GET',
      operationId: 'readImage',
      summary: 'Read an image',
      path: imagePath,
      parameters: readImageParameters,
      responseSchema: 'storedImage',
      run: (request) => readImage(access, request),
    },
    ...updatesOf('Image', {
      summary: 'Update an image',
      path: imagePath,
      parameters: updateImageFields,
      responseSchema: 'storedImage',
      run: (request) => updateExistingImage(access, request),
    }),
    {
      method: 'DELETE',
      operationId: 'deleteImage',
      summary: 'Delete an image',
      path: imagePath,
      parameters: deleteImageParameters,
      responseSchema: 'storedImage',
      run: (request) => removeExistingImage(access, request),
    },
  ),
]

/** The same images below `wp/v2` of an alias, as attachments of WordPress (interface: Images of WordPress). */
export const attachmentRoutes = (access: MediaAccess): Route[] => [
  routeOf(
    '/media',
    {
      method: 'GET',
      operationId: 'listAttachments',
      summary: 'List images',
      parameters: listAttachmentsParameters,
      responseSchema: 'attachmentList',
      run: (request) => listAttachments(access, request),
    },
    {
      method: 'POST',
      operationId: 'uploadAttachment',
      summary: 'Upload an image',
      parameters: uploadAttachmentFields,
      acceptsFile: 'bare',
      responseSchema: 'attachment',
      success: 201,
      run: (request) => uploadAttachment(access, request),
    },
  ),
  routeOf(
    '/media/{id}',
    {
      method: 'GET',
      operationId: 'readAttachment',
      summary: 'Read an image',
      path: imagePath,
      parameters: readImageParameters,
      responseSchema: 'attachment',
      run: (request) => readImage(access, request),
    },
    ...updatesOf('Attachment', {
      summary: 'Update an image',
      path: imagePath,
      parameters: updateAttachmentFields,
      responseSchema: 'attachment',
      run: (request) => updateAttachment(access, request),
    }),
    {
      method: 'DELETE',
      operationId: 'deleteAttachment',
      summary: 'Delete an image',
      path: imagePath,
      parameters: deleteImageParameters,
      responseSchema: 'deletedAttachment',
      run: (request) => removeAttachment(access, request),
    },
  ),
]
