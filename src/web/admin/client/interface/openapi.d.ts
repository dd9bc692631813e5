// Made by npm run types.
export interface paths {
    "/": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wp-json": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readSiteIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/doc": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readDoc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEvents"];
        put?: never;
        post: operations["createEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readEvent"];
        put: operations["updateEventByPut"];
        post: operations["updateEvent"];
        delete: operations["deleteEvent"];
        options?: never;
        head?: never;
        patch: operations["updateEventByPatch"];
        trace?: never;
    };
    "/events/by-slug/{slug}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readEventBySlug"];
        put: operations["updateEventBySlugByPut"];
        post: operations["updateEventBySlug"];
        delete: operations["deleteEventBySlug"];
        options?: never;
        head?: never;
        patch: operations["updateEventBySlugByPatch"];
        trace?: never;
    };
    "/kalends/v1/recurrence/preview": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewRecurrence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/events/preview": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewNewEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/events/{id}/preview": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/venues/{id}/busy": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBusyVenue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/organizers/{id}/busy": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBusyOrganizer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/venues/{id}/alternatives": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["listVenueAlternatives"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/venues/duplicates": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDuplicateVenues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/organizers/duplicates": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDuplicateOrganizers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/events/duplicates": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDuplicateEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/merges/{id}/undo": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["undoMerge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/history": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/history/{id}/undo": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["undoEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/history/undo": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["undoEntries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events.{form}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEventsAsFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}.{form}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readEventAsFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/by-slug/{slug}.{form}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readEventBySlugAsFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/feeds": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSecretFeeds"];
        put?: never;
        post: operations["createSecretFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/feeds/{id}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteSecretFeed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/feeds/secret/{slug}.{form}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readSecretFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/saved-filters": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSavedFilters"];
        put?: never;
        post: operations["createSavedFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/saved-filters/{id}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readSavedFilter"];
        put: operations["updateSavedFilterByPut"];
        post: operations["updateSavedFilter"];
        delete: operations["deleteSavedFilter"];
        options?: never;
        head?: never;
        patch: operations["updateSavedFilterByPatch"];
        trace?: never;
    };
    "/venues": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listVenues"];
        put?: never;
        post: operations["createVenue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/venues/{id}/merge": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mergeVenues"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/venues/{id}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readVenue"];
        put: operations["updateVenueByPut"];
        post: operations["updateVenue"];
        delete: operations["deleteVenue"];
        options?: never;
        head?: never;
        patch: operations["updateVenueByPatch"];
        trace?: never;
    };
    "/venues/by-slug/{slug}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readVenueBySlug"];
        put: operations["updateVenueBySlugByPut"];
        post: operations["updateVenueBySlug"];
        delete: operations["deleteVenueBySlug"];
        options?: never;
        head?: never;
        patch: operations["updateVenueBySlugByPatch"];
        trace?: never;
    };
    "/organizers": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOrganizers"];
        put?: never;
        post: operations["createOrganizer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/organizers/{id}/merge": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mergeOrganizers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizers/{id}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readOrganizer"];
        put: operations["updateOrganizerByPut"];
        post: operations["updateOrganizer"];
        delete: operations["deleteOrganizer"];
        options?: never;
        head?: never;
        patch: operations["updateOrganizerByPatch"];
        trace?: never;
    };
    "/organizers/by-slug/{slug}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readOrganizerBySlug"];
        put: operations["updateOrganizerBySlugByPut"];
        post: operations["updateOrganizerBySlug"];
        delete: operations["deleteOrganizerBySlug"];
        options?: never;
        head?: never;
        patch: operations["updateOrganizerBySlugByPatch"];
        trace?: never;
    };
    "/categories": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCategories"];
        put?: never;
        post: operations["createCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/{id}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readCategory"];
        put: operations["updateCategoryByPut"];
        post: operations["updateCategory"];
        delete: operations["deleteCategory"];
        options?: never;
        head?: never;
        patch: operations["updateCategoryByPatch"];
        trace?: never;
    };
    "/kalends/v1/categories/{id}/merge": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mergeCategories"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTags"];
        put?: never;
        post: operations["createTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/{id}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readTag"];
        put: operations["updateTagByPut"];
        post: operations["updateTag"];
        delete: operations["deleteTag"];
        options?: never;
        head?: never;
        patch: operations["updateTagByPatch"];
        trace?: never;
    };
    "/kalends/v1/tags/{id}/merge": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mergeTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/submissions/challenge": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readChallenge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/submissions": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSubmissions"];
        put?: never;
        post: operations["createSubmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/submissions/{id}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readSubmission"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/submissions/{id}/accept": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["acceptSubmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/submissions/{id}/ask": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["askSubmitter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/submissions/{id}/reject": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rejectSubmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/submissions/{id}/reopen": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reopenSubmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/submit/{secret}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readOwnSubmission"];
        put: operations["updateOwnSubmissionByPut"];
        post: operations["updateOwnSubmission"];
        delete: operations["deleteOwnSubmission"];
        options?: never;
        head?: never;
        patch: operations["updateOwnSubmissionByPatch"];
        trace?: never;
    };
    "/kalends/v1/addresses": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["findAddresses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/media": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMedia"];
        put?: never;
        post: operations["uploadMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wp/v2/media": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["uploadMediaAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/media/{id}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readMedia"];
        put: operations["updateMediaByPut"];
        post: operations["updateMedia"];
        delete: operations["deleteMedia"];
        options?: never;
        head?: never;
        patch: operations["updateMediaByPatch"];
        trace?: never;
    };
    "/kalends/v1/media/{id}/uses": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMediaUses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/media/{id}/file": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["replaceMediaFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/users": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listUsers"];
        put?: never;
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/users/me": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readOwnUser"];
        put: operations["updateOwnUserByPut"];
        post: operations["updateOwnUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateOwnUserByPatch"];
        trace?: never;
    };
    "/kalends/v1/users/{id}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readUser"];
        put: operations["updateUserByPut"];
        post: operations["updateUser"];
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch: operations["updateUserByPatch"];
        trace?: never;
    };
    "/kalends/v1/users/{id}/tokens": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTokens"];
        put?: never;
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/users/{id}/tokens/{token}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/users/{id}/second-factor": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readSecondFactor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/users/{id}/second-factor/totp": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["beginTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/users/{id}/second-factor/totp/confirm": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/users/{id}/second-factor/recovery-codes": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/users/{id}/second-factor/disable": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["disableSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/users/{id}/passkeys": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPasskeys"];
        put?: never;
        post: operations["createPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/users/{id}/passkeys/options": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/users/{id}/passkeys/{passkey}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updatePasskeyByPut"];
        post: operations["updatePasskey"];
        delete: operations["deletePasskey"];
        options?: never;
        head?: never;
        patch: operations["updatePasskeyByPatch"];
        trace?: never;
    };
    "/kalends/v1/sessions/passkeys/options": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["beginPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/sessions/passkeys": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createPasskeySession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/password-reset": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readPasswordReset"];
        put?: never;
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/password-reset/preview": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/password-reset/confirm": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/invitations": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listInvitations"];
        put?: never;
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/invitations/{id}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/invitations/preview": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/invitations/accept": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/mails/server": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readMailServer"];
        put: operations["updateMailServerByPut"];
        post: operations["updateMailServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateMailServerByPatch"];
        trace?: never;
    };
    "/kalends/v1/mails/server/test": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendTestMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/mails": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/mails/retry": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["retryMails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/mails/{id}/retry": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["retryMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/mails/{id}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteMail"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/sessions": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSessions"];
        put?: never;
        post: operations["createSession"];
        delete: operations["endSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/sessions/current": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readCurrentSession"];
        put?: never;
        post?: never;
        delete: operations["endCurrentSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/sessions/{id}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch/v1": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/imports": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listImports"];
        put?: never;
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/imports/{id}": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readImport"];
        put?: never;
        post?: never;
        delete: operations["cancelImport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/imports/{id}/report": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readImportReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/imports/{id}/undo": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["undoImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/settings": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readSettings"];
        put: operations["updateSettingsByPut"];
        post: operations["updateSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateSettingsByPatch"];
        trace?: never;
    };
    "/kalends/v1/settings/preview": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["previewSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/setup": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readSetup"];
        put?: never;
        post: operations["setUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/health": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/health/live": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kalends/v1/health/ready": {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** EventList */
        EventList: {
            events: components["schemas"]["Event"][];
            rest_url: string;
            next_rest_url?: string;
            previous_rest_url?: string;
            total: number;
            total_pages: number;
        };
        /** Event */
        Event: {
            id: number;
            global_id: string;
            global_id_lineage: string[];
            author: string;
            status: string;
            date: string;
            date_utc: string;
            modified: string;
            modified_utc: string;
            url: string;
            rest_url: string;
            title: string;
            description: string;
            excerpt: string;
            slug: string;
            image: components["schemas"]["Image"] | false;
            all_day: boolean | null;
            start_date: string;
            start_date_details: components["schemas"]["DateDetails"];
            end_date: string;
            end_date_details: components["schemas"]["DateDetails"];
            utc_start_date: string;
            utc_start_date_details: components["schemas"]["DateDetails"];
            utc_end_date: string;
            utc_end_date_details: components["schemas"]["DateDetails"];
            timezone: string;
            timezone_abbr: string;
            cost: string;
            cost_details: components["schemas"]["CostDetails"];
            website: string;
            show_map: boolean | null;
            show_map_link: boolean | null;
            hide_from_listings: boolean | null;
            sticky: boolean | null;
            featured: boolean | null;
            ticketed: boolean | null;
            tickets: components["schemas"]["Ticket"][];
            post_parent: number;
            /** @enum {string} */
            event_status: "scheduled" | "canceled" | "postponed" | "rescheduled" | "moved-online";
            event_status_reason: string;
            previous_start_date: string | null;
            is_virtual: boolean;
            virtual_url: string;
            uid: string;
            accessibility: ("wheelchair" | "step_free" | "accessible_toilet" | "hearing_loop" | "sign_language" | "audio_description" | "captions" | "quiet")[];
            accessibility_note: string;
            spoken_languages: string[];
            door_time: string | null;
            opening_hours: (components["schemas"]["OpeningTimes"] | components["schemas"]["ClosedDates"])[];
            recurrence_id: string | null;
            recurrence: {
                rrule: string[];
                rdate: string[];
                exdate: string[];
                text: string;
                series: number;
                first_date: string;
                last_date: string | null;
                count: number | null;
                next: {
                    id: number;
                    start_date: string;
                    end_date: string;
                    rest_url: string;
                    url: string;
                } | null;
                continues: number | null;
                continued_by: number | null;
            } | null;
            categories: components["schemas"]["EmbeddedTerm"][];
            tags: components["schemas"]["EmbeddedTerm"][];
            venue: components["schemas"]["Venue"] | components["schemas"]["Venue"][];
            organizer: components["schemas"]["Organizer"][];
            custom_fields: unknown[];
            language: string;
            translations: string[];
            raw?: {
                title: string;
                description: string;
                excerpt: string;
                event_status_reason: string;
                accessibility_note: string;
                cost: string[];
                website: string | null;
                password: string;
            };
            json_ld?: {
                [key: string]: unknown;
            };
            revision?: number;
            warnings?: components["schemas"]["Overlap"][];
        };
        /** Overlap */
        Overlap: {
            /** @constant */
            code: "overlap";
            message: string;
            venue: {
                id: number;
                venue: string;
            };
            occurrence?: number;
            event: {
                id: number;
                title: string;
                status: string;
                rest_url: string;
            } | null;
            start_date: string;
            end_date: string;
            utc_start_date: string;
            utc_end_date: string;
            all_day: boolean;
        };
        /** BusyList */
        BusyList: {
            busy: components["schemas"]["BusyTime"][];
            timezone: string;
            rest_url: string;
            next_rest_url?: string;
            previous_rest_url?: string;
            total: number;
            total_pages: number;
        };
        /** BusyTime */
        BusyTime: {
            event: {
                id: number;
                title: string;
                status: string;
                rest_url: string;
            } | null;
            start_date: string;
            end_date: string;
            utc_start_date: string;
            utc_end_date: string;
            all_day: boolean;
        };
        /** VenueAlternatives */
        VenueAlternatives: {
            venues: {
                id: number;
                venue: string;
                address: string;
                city: string;
                district: string;
                distance: number | null;
                rest_url: string;
            }[];
        };
        /** DuplicateList */
        DuplicateList: {
            duplicates: components["schemas"]["Duplicate"][];
            rest_url: string;
            next_rest_url?: string;
            previous_rest_url?: string;
            total: number;
            total_pages: number;
        };
        /** BatchAnswer */
        BatchAnswer: {
            /** @enum {string} */
            failed?: "validation" | "atomic";
            responses: ({
                body: unknown;
                status: number;
                headers: {
                    [key: string]: unknown;
                } | unknown[];
            } | null)[];
        };
        /** Import */
        Import: {
            id: number;
            /** @enum {string} */
            kind: "tec" | "kalends";
            source: string;
            url: string | null;
            /** @enum {string} */
            state: "queued" | "running" | "done" | "failed" | "canceled" | "undoing" | "undone";
            dry_run: boolean;
            status: string | null;
            categories: number[];
            author: number;
            user: number;
            progress: {
                done: number;
                total: number;
                reading: string;
            };
            counts: components["schemas"]["ImportCounts"];
            counts_by_kind: {
                [key: string]: components["schemas"]["ImportCounts"];
            };
            undone: {
                undone: number;
                kept: number;
            };
            error: string | null;
            created_utc: string;
            started_utc: string | null;
            ended_utc: string | null;
        };
        /** ImportCounts */
        ImportCounts: {
            created: number;
            updated: number;
            unchanged: number;
            skipped: number;
            repaired: number;
            failed: number;
        };
        /** ImportList */
        ImportList: {
            imports: components["schemas"]["Import"][];
            rest_url: string;
            next_rest_url?: string;
            previous_rest_url?: string;
            total: number;
            total_pages: number;
        };
        /** ImportItemList */
        ImportItemList: {
            report: {
                index: number;
                line: number | null;
                /** @enum {string} */
                outcome: "created" | "updated" | "unchanged" | "skipped" | "repaired" | "failed";
                /** @enum {string} */
                kind: "event" | "venue" | "organizer" | "category" | "tag" | "media";
                id: number | null;
                name: string;
                reason: string | null;
                /** @enum {string|null} */
                undo: "undone" | "kept" | null;
                kept_reason: string | null;
            }[];
            rest_url: string;
            next_rest_url?: string;
            previous_rest_url?: string;
            total: number;
            total_pages: number;
        };
        /** Duplicate */
        Duplicate: {
            score: number;
            reasons: ("same_name" | "same_words" | "similar_name" | "name_contained" | "same_address" | "near" | "same_website" | "same_email" | "same_phone" | "other_address" | "other_city" | "far")[];
            items: {
                id: number;
                name: string;
                status: string;
                address: string;
                city: string;
                website: string;
                may_edit: boolean;
                rest_url: string;
            }[];
        };
        /** EventDuplicates */
        EventDuplicates: {
            duplicates: {
                score: number;
                reasons: ("same_name" | "same_words" | "similar_name" | "name_contained" | "same_start" | "near_start" | "same_venue" | "other_venue")[];
                event: {
                    id: number;
                    title: string;
                    status: string;
                    start_date: string;
                    end_date: string;
                    timezone: string;
                    may_edit: boolean;
                    rest_url: string;
                };
            }[];
        };
        /** FoundAddress */
        FoundAddress: {
            label: string;
            address: string;
            zip: string;
            city: string;
            district: string;
            stateprovince: string;
            country: string;
            geo_lat: number;
            geo_lng: number;
        };
        /** FoundAddresses */
        FoundAddresses: {
            host: string;
            addresses: components["schemas"]["FoundAddress"][];
        };
        /** MergeResult */
        MergeResult: {
            id: number;
            merged: number[];
        };
        /** UndoneMerge */
        UndoneMerge: {
            id: number;
            /** @enum {string} */
            kind: "venues" | "organizers" | "categories" | "tags";
            into: number;
            restored: number[];
            kept: string[];
        };
        /** HistoryList */
        HistoryList: {
            history: components["schemas"]["HistoryEntry"][];
            rest_url: string;
            next_rest_url?: string;
            previous_rest_url?: string;
            total: number;
            total_pages: number;
        };
        /** HistoryEntry */
        HistoryEntry: {
            id: number;
            at: string;
            by: {
                id: number;
                name: string;
            } | null;
            /** @enum {string} */
            kind: "event" | "venue" | "organizer" | "category" | "tag" | "media";
            item: number;
            title: string;
            /** @enum {string} */
            action: "created" | "updated" | "trashed" | "restored" | "deleted" | "merged" | "undone";
            /** @enum {string|null} */
            scope: "this" | "following" | "all" | null;
            changes: {
                [key: string]: {
                    from: unknown;
                    to: unknown;
                };
            };
            import: number | null;
            entries: number;
            undone: boolean;
            undoes: number | null;
        };
        /** Undo */
        Undo: {
            undone: number;
            kept: {
                /** @enum {string} */
                kind: "event" | "venue" | "organizer" | "category" | "tag" | "media";
                id: number;
                /** @enum {string} */
                reason: "changed_since" | "gone" | "forbidden" | "merged" | "not_recorded" | "conflict";
                fields?: string[];
            }[];
            failed: number;
        };
        /** DateDetails */
        DateDetails: {
            year: string;
            month: string;
            day: string;
            hour: string;
            minutes: string;
            seconds: string;
        };
        /** CostDetails */
        CostDetails: {
            currency_symbol: string;
            currency_code: string;
            currency_position: string;
            values: string[];
        };
        /** Ticket */
        Ticket: {
            name: string;
            price?: number;
            currency?: string;
            url?: string;
            capacity?: number;
            sales_start?: string;
            sales_end?: string;
        };
        /** OpeningTimes */
        OpeningTimes: {
            days: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[];
            opens: string;
            closes: string;
        };
        /** ClosedDates */
        ClosedDates: {
            closed: string[];
        };
        /** RecurrencePreview */
        RecurrencePreview: {
            occurrences: {
                start_date: string;
                end_date: string;
                utc_start_date: string;
                utc_end_date: string;
            }[];
            count: number | null;
            text: string;
        };
        /** EventPreview */
        EventPreview: {
            html: string;
        };
        /** VenueList */
        VenueList: {
            venues: components["schemas"]["Venue"][];
            rest_url: string;
            next_rest_url?: string;
            previous_rest_url?: string;
            total: number;
            total_pages: number;
        };
        /** Venue */
        Venue: {
            id: number;
            author: string;
            status: string;
            date: string;
            date_utc: string;
            modified: string;
            modified_utc: string;
            url: string;
            venue: string;
            description?: string;
            excerpt?: string;
            slug?: string;
            image?: components["schemas"]["Image"] | false;
            address?: string;
            city?: string;
            district?: string;
            country?: string;
            province?: string;
            state?: string;
            zip?: string;
            phone?: string;
            website?: string;
            stateprovince?: string;
            geo_lat?: number;
            geo_lng?: number;
            json_ld?: {
                [key: string]: unknown;
            };
            revision?: number;
            show_map: boolean | null;
            show_map_link: boolean | null;
            global_id: string;
            global_id_lineage: string[];
            language: string;
            translations: string[];
            merge?: components["schemas"]["MergeResult"];
            raw?: {
                venue: string;
                description: string;
                excerpt: string;
                password: string;
            };
        };
        /** OrganizerList */
        OrganizerList: {
            organizers: components["schemas"]["Organizer"][];
            rest_url: string;
            next_rest_url?: string;
            previous_rest_url?: string;
            total: number;
            total_pages: number;
        };
        /** Organizer */
        Organizer: {
            id: number;
            author: string;
            status: string;
            date: string;
            date_utc: string;
            modified: string;
            modified_utc: string;
            url: string;
            organizer: string;
            description?: string;
            excerpt?: string;
            slug?: string;
            image?: components["schemas"]["Image"] | false;
            phone?: string;
            website?: string;
            email?: string;
            json_ld?: {
                [key: string]: unknown;
            };
            revision?: number;
            global_id: string;
            global_id_lineage: string[];
            language: string;
            translations: string[];
            merge?: components["schemas"]["MergeResult"];
            raw?: {
                organizer: string;
                description: string;
                excerpt: string;
                password: string;
            };
        };
        /** Image */
        Image: {
            url: string;
            id: number;
            extension: string;
            width: number;
            height: number;
            filesize: number;
            sizes?: {
                [key: string]: components["schemas"]["ImageSize"];
            };
            original_image?: string;
            alt_text: string;
            credit: string;
            focal_point: {
                x: number;
                y: number;
            } | null;
        };
        /** ImageSize */
        ImageSize: {
            width: number;
            height: number;
            "mime-type": string;
            filesize: number;
            url: string;
        };
        /** CategoryList */
        CategoryList: {
            /** Format: uri */
            rest_url: string;
            /** Format: uri */
            next_rest_url?: string;
            /** Format: uri */
            previous_rest_url?: string;
            total: number;
            total_pages: number;
            categories: components["schemas"]["Category"][];
        };
        /** Category */
        Category: {
            id: number;
            count: number;
            description: string;
            name: string;
            slug: string;
            /** @constant */
            taxonomy: "tribe_events_cat";
            parent: number;
            /** @enum {string} */
            color: "red" | "orange" | "amber" | "green" | "teal" | "blue" | "violet" | "pink" | "slate";
            /** @enum {string} */
            mark: "disc" | "triangle" | "square" | "screen" | "diamond" | "star" | "ring" | "cross" | "bars";
            meta: unknown[];
            /** Format: uri */
            url: string;
            urls: components["schemas"]["TermUrls"];
            language: string;
            translations: string[];
            _links?: components["schemas"]["HyperLinks"];
            merge?: components["schemas"]["MergeResult"];
            revision?: number;
        };
        /** TagList */
        TagList: {
            /** Format: uri */
            rest_url: string;
            /** Format: uri */
            next_rest_url?: string;
            /** Format: uri */
            previous_rest_url?: string;
            total: number;
            total_pages: number;
            tags: components["schemas"]["Tag"][];
        };
        /** Tag */
        Tag: {
            id: number;
            count: number;
            description: string;
            name: string;
            slug: string;
            /** @constant */
            taxonomy: "post_tag";
            meta: unknown[];
            /** Format: uri */
            url: string;
            urls: components["schemas"]["TermUrls"];
            language: string;
            translations: string[];
            _links?: components["schemas"]["HyperLinks"];
            merge?: components["schemas"]["MergeResult"];
            revision?: number;
        };
        /** EmbeddedTerm */
        EmbeddedTerm: {
            name: string;
            slug: string;
            /** @constant */
            term_group: 0;
            term_taxonomy_id: number;
            /** @enum {string} */
            taxonomy: "tribe_events_cat" | "post_tag";
            description: string;
            parent: number;
            count: number;
            /** @constant */
            filter: "raw";
            id: number;
            urls: components["schemas"]["TermUrls"];
            /** @enum {string} */
            color?: "red" | "orange" | "amber" | "green" | "teal" | "blue" | "violet" | "pink" | "slate";
            /** @enum {string} */
            mark?: "disc" | "triangle" | "square" | "screen" | "diamond" | "star" | "ring" | "cross" | "bars";
            language: string;
            translations: string[];
        };
        /** TermUrls */
        TermUrls: {
            /** Format: uri */
            self: string;
            /** Format: uri */
            collection: string;
            /** Format: uri */
            up?: string;
        };
        /** HyperLinks */
        HyperLinks: {
            self: {
                /** Format: uri */
                href: string;
            }[];
            collection: {
                /** Format: uri */
                href: string;
            }[];
            up?: {
                /** Format: uri */
                href: string;
            }[];
        };
        /** UserList */
        UserList: {
            users: components["schemas"]["User"][];
            rest_url: string;
            next_rest_url?: string;
            previous_rest_url?: string;
            total: number;
            total_pages: number;
        };
        /** User */
        User: {
            id: number;
            login: string;
            email: string;
            name: string;
            /** @enum {string} */
            role: "administrator" | "editor" | "author" | "contributor" | "subscriber";
            /** @enum {string|null} */
            language: "en" | "de" | "es" | null;
            has_password: boolean;
            second_factor: boolean;
            created_utc: string;
            last_seen_utc: string | null;
        };
        /** TokenList */
        TokenList: {
            tokens: components["schemas"]["Token"][];
        };
        /** Token */
        Token: {
            id: number;
            name: string;
            /** @enum {string} */
            scope: "read" | "write-own" | "write" | "admin";
            created_utc: string;
            last_used_utc: string | null;
        };
        /** NewToken */
        NewToken: {
            id: number;
            name: string;
            /** @enum {string} */
            scope: "read" | "write-own" | "write" | "admin";
            created_utc: string;
            last_used_utc: string | null;
            /** Format: password */
            token: string;
        };
        /** SecondFactor */
        SecondFactor: {
            totp_since_utc: string | null;
            recovery_codes: number;
            passkeys: number;
        };
        /** NewTotp */
        NewTotp: {
            /** Format: password */
            secret: string;
            /** Format: password */
            uri: string;
            /** Format: password */
            qr: string;
        };
        /** RecoveryCodes */
        RecoveryCodes: {
            recovery_codes: string[];
        };
        /** PasskeyList */
        PasskeyList: {
            passkeys: components["schemas"]["Passkey"][];
        };
        /** Passkey */
        Passkey: {
            id: number;
            name: string;
            host: string;
            synced: boolean;
            created_utc: string;
            last_used_utc: string | null;
        };
        /** PasskeyOptions */
        PasskeyOptions: {
            options: {
                /** Format: password */
                challenge: string;
            } & {
                [key: string]: unknown;
            };
        };
        /** PasswordReset */
        PasswordReset: {
            login: string;
            name: string;
        };
        /** PasswordResetWay */
        PasswordResetWay: {
            by_mail: boolean;
        };
        /** InvitationList */
        InvitationList: {
            invitations: components["schemas"]["Invitation"][];
            rest_url: string;
            next_rest_url?: string;
            previous_rest_url?: string;
            total: number;
            total_pages: number;
        };
        /** Challenge */
        Challenge: {
            challenge: string;
            difficulty: number;
            expires_utc: string;
        };
        /** OwnSubmission */
        OwnSubmission: {
            /** @enum {string} */
            state: "waiting" | "asked" | "accepted" | "rejected" | "withdrawn";
            message: string;
            language: string;
            created_utc: string;
            changed_utc: string;
            fields: {
                [key: string]: unknown;
            };
            url: string;
            rest_url: string;
            event_url: string | null;
            image: {
                url: string;
                width: number;
                height: number;
                alt_text: string;
            } | null;
        };
        /** Submission */
        Submission: {
            id: number;
            /** @enum {string} */
            state: "waiting" | "asked" | "accepted" | "rejected" | "withdrawn";
            message: string;
            language: string;
            created_utc: string;
            changed_utc: string;
            decided_utc: string | null;
            decided_by: number | null;
            contact: {
                name: string;
                email: string;
            } | null;
            fields: {
                [key: string]: unknown;
            };
            event: {
                id: number;
                title: string;
                status: string;
                start_date: string;
                end_date: string;
                timezone: string;
                rest_url: string;
            };
            image: components["schemas"]["Image"] | null;
        };
        /** SubmissionDetails */
        SubmissionDetails: {
            id: number;
            /** @enum {string} */
            state: "waiting" | "asked" | "accepted" | "rejected" | "withdrawn";
            message: string;
            language: string;
            created_utc: string;
            changed_utc: string;
            decided_utc: string | null;
            decided_by: number | null;
            contact: {
                name: string;
                email: string;
            } | null;
            fields: {
                [key: string]: unknown;
            };
            event: {
                id: number;
                title: string;
                status: string;
                start_date: string;
                end_date: string;
                timezone: string;
                rest_url: string;
            };
            image: components["schemas"]["Image"] | null;
            duplicates: {
                id: number;
                title: string;
                start_date: string;
                score: number;
                reasons: ("same_name" | "same_words" | "similar_name" | "name_contained" | "same_start" | "near_start" | "same_venue" | "other_venue")[];
            }[];
        };
        /** SubmissionList */
        SubmissionList: {
            submissions: components["schemas"]["Submission"][];
            rest_url: string;
            next_rest_url?: string;
            previous_rest_url?: string;
            total: number;
            total_pages: number;
            by_mail: boolean;
        };
        /** Invitation */
        Invitation: {
            id: number;
            /** @enum {string} */
            role: "administrator" | "editor" | "author" | "contributor" | "subscriber";
            email: string;
            invited_by: {
                id: number;
                name: string;
            } | null;
            created_utc: string;
            expires_utc: string | null;
        };
        /** NewInvitation */
        NewInvitation: {
            id: number;
            /** @enum {string} */
            role: "administrator" | "editor" | "author" | "contributor" | "subscriber";
            email: string;
            invited_by: {
                id: number;
                name: string;
            } | null;
            created_utc: string;
            expires_utc: string | null;
            /** Format: password */
            url: string;
            mailed: boolean;
        };
        /** InvitationPreview */
        InvitationPreview: {
            /** @enum {string} */
            role: "administrator" | "editor" | "author" | "contributor" | "subscriber";
            email: string;
            invited_by: string | null;
            site: string;
            expires_utc: string | null;
        };
        /** MailList */
        MailList: {
            mails: components["schemas"]["Mail"][];
            by_mail: boolean;
            rest_url: string;
            next_rest_url?: string;
            previous_rest_url?: string;
            total: number;
            total_pages: number;
        };
        /** MailServer */
        MailServer: {
            host: string;
            port: number;
            /** @enum {string} */
            security: "tls" | "starttls";
            user: string;
            has_password: boolean;
            from: string;
            overridden: string[];
            is_sending: boolean;
            has_links: boolean;
        };
        /** TestMail */
        TestMail: {
            sent: boolean;
            recipient: string;
            reason: string;
        };
        /** Mail */
        Mail: {
            id: number;
            recipient: string;
            /** @enum {string} */
            language: "en" | "de" | "es";
            subject: string;
            /** @enum {string} */
            state: "waiting" | "failing" | "given_up";
            reason: string;
            tries: number;
            can_retry: boolean;
            created_utc: string;
            due_utc: string | null;
            given_up_utc: string | null;
        };
        /** RetriedMails */
        RetriedMails: {
            retried: number;
        };
        /** SessionList */
        SessionList: {
            sessions: components["schemas"]["Session"][];
        };
        /** Session */
        Session: {
            id: number;
            user: number;
            methods: ("password" | "totp" | "passkey" | "code")[];
            password_confirmed_utc: string | null;
            remembered: boolean;
            created_utc: string;
            last_used_utc: string;
            expires_utc: string;
            agent: string;
            address: string;
            current: boolean;
        };
        /** CurrentSession */
        CurrentSession: {
            session: components["schemas"]["Session"] | null;
            user: components["schemas"]["User"] | null;
            /** @enum {string|null} */
            role: "administrator" | "editor" | "author" | "contributor" | "subscriber" | null;
            permissions: ("create" | "publish" | "upload" | "edit_others" | "categories" | "make_terms" | "tags" | "users" | "settings" | "metrics")[];
            /** @enum {string} */
            language: "en" | "de" | "es";
            expires_utc: string | null;
        };
        /** EndedSessions */
        EndedSessions: {
            ended: number;
        };
        /** FeedList */
        FeedList: {
            feeds: components["schemas"]["Feed"][];
        };
        /** Feed */
        Feed: {
            id: number;
            name: string;
            query: string;
            /** @enum {string} */
            form: "ics" | "rss" | "atom" | "jsonfeed" | "jsonld" | "csv";
            user: number;
            created_utc: string;
            expires_utc: string | null;
        };
        /** NewFeed */
        NewFeed: {
            id: number;
            name: string;
            query: string;
            /** @enum {string} */
            form: "ics" | "rss" | "atom" | "jsonfeed" | "jsonld" | "csv";
            user: number;
            created_utc: string;
            expires_utc: string | null;
            /** Format: password */
            url: string;
        };
        /** SavedFilterList */
        SavedFilterList: {
            saved_filters: components["schemas"]["SavedFilter"][];
        };
        /** SavedFilter */
        SavedFilter: {
            id: number;
            name: string;
            query: string;
            columns: ("venue" | "organizer" | "categories" | "translations" | "status" | "cost" | "modified")[] | null;
            revision?: number;
        };
        /** MediaList */
        MediaList: {
            media: components["schemas"]["Media"][];
            rest_url: string;
            next_rest_url?: string;
            previous_rest_url?: string;
            total: number;
            total_pages: number;
        };
        /** Media */
        Media: {
            id: number;
            date: string;
            date_gmt: string;
            slug: string;
            status: string;
            type: string;
            link: string;
            title: {
                rendered: string;
            };
            author: number;
            media_type: string;
            mime_type: string;
            source_url: string;
            revision?: number;
            uses?: number;
            alt_text: string;
            credit: string;
            focal_point: {
                x: number;
                y: number;
            } | null;
            media_details: {
                width?: number;
                height?: number;
                file: string;
                filesize: number;
                sizes: {
                    [key: string]: {
                        width: number;
                        height: number;
                        filesize: number;
                        file: string;
                        mime_type: string;
                        source_url: string;
                    };
                };
            };
        };
        /** MediaUses */
        MediaUses: {
            uses: components["schemas"]["MediaUse"][];
            rest_url: string;
            next_rest_url?: string;
            previous_rest_url?: string;
            total: number;
            total_pages: number;
        };
        /** MediaUse */
        MediaUse: {
            /** @enum {string} */
            kind: "event" | "venue" | "organizer";
            id: number;
            title: string;
            /** @enum {string} */
            status: "publish" | "future" | "draft" | "pending" | "private" | "trash";
            start_date: string | null;
            rest_url: string;
        };
        /** SettingMoves */
        SettingMoves: {
            now: string;
            events: number;
            in_zone: number;
            in_language: number;
        };
        /** SiteSettings */
        SiteSettings: {
            name: string;
            /** @enum {string} */
            language: "en" | "de" | "es";
            languages: ("en" | "de" | "es")[];
            timezone: string;
            logo: number | null;
            accent: string;
            /** @enum {string} */
            font: "radio-canada" | "system" | "serif";
            /** @enum {string} */
            radius: "rounded" | "square" | "round";
            /** @enum {string} */
            week_start: "monday" | "saturday" | "sunday";
            /** @enum {string} */
            hour_cycle: "24" | "12" | "language";
            /** @enum {string} */
            default_view: "list" | "month" | "week" | "day" | "map";
            currency: string;
            imprint_url: string;
            privacy_url: string;
            map_tiles: string;
            map_credit: string;
            map_outline: {
                [key: string]: unknown;
            } | null;
            home: string;
            submissions: boolean;
            geocoder?: string;
            geocoder_host?: string;
            /** @enum {string} */
            map_ground?: "none" | "tiles" | "pictures" | "vector" | "missing" | "unreadable" | "foreign" | "packed";
            logo_image: components["schemas"]["Image"] | null;
            accents: {
                light: {
                    accent: string;
                    on_accent: string;
                    accent_ink: string;
                    accent_tint: string;
                };
                dark: {
                    accent: string;
                    on_accent: string;
                    accent_ink: string;
                    accent_tint: string;
                };
            };
            overridden?: string[];
            stored?: string[];
            repairs?: {
                /** @enum {string} */
                scheme: "light" | "dark";
                /** @enum {string} */
                token: "accent" | "accent_ink";
                used: string;
                contrast: number;
            }[];
        };
        /** Setup */
        Setup: {
            open: boolean;
            login?: string;
            site_name?: string;
            timezone?: string;
            /** @enum {string} */
            language?: "en" | "de" | "es";
            /** @enum {string} */
            week_start?: "monday" | "saturday" | "sunday";
            overridden?: ("site_name" | "timezone" | "language" | "week_start")[];
        };
        /** Health */
        Health: {
            /** @constant */
            status: "ok";
            version: string;
        };
        /** Readiness */
        Readiness: {
            /** @constant */
            status: "ok";
            version: string;
            checks: components["schemas"]["NodeChecks"];
        };
        /** NodeChecks */
        NodeChecks: {
            /** @enum {string} */
            database: "ok" | "slow" | "unreachable";
            /** @enum {string} */
            data_folder: "ok" | "missing" | "read_only";
            /** @enum {string} */
            list_index: "ready" | "loading" | "not_loaded";
            /** @enum {string} */
            replica?: "ok" | "away";
        };
        /** Error */
        Error: {
            code: string;
            message: string;
            data: {
                status: number;
                params?: string[] | {
                    [key: string]: string;
                };
                details?: unknown[] | {
                    [key: string]: {
                        /** @enum {string} */
                        code: "rest_invalid_type" | "rest_not_in_enum" | "rest_out_of_bounds" | "rest_invalid_rrule" | "rest_invalid_date" | "rest_too_many_items" | "rest_too_many_occurrences" | "rest_no_occurrence";
                        message: string;
                        data: {
                            param: string;
                        };
                    };
                };
                term_id?: number;
                current?: {
                    [key: string]: unknown;
                };
                changed?: string[] | null;
                json_error_code?: number;
                json_error_message?: string;
            };
            additional_data?: number[];
            /** @constant */
            status?: "unavailable";
            version?: string;
            reasons?: {
                /** @enum {string} */
                code: "closing" | "database_slow" | "database_unreachable" | "data_folder";
                message: string;
            }[];
            checks?: components["schemas"]["NodeChecks"];
        };
        /** CreateEvent */
        CreateEvent: {
            title: string;
            start_date: string;
            end_date: string;
            author?: number;
            date?: string;
            date_utc?: string;
            description?: string;
            slug?: string;
            /** @enum {string} */
            status?: "publish" | "future" | "draft" | "pending" | "private";
            password?: string;
            excerpt?: string;
            timezone?: string;
            all_day?: boolean;
            image?: string;
            cost?: string | number | (string | number)[];
            website?: string | null;
            show_map?: boolean;
            show_map_link?: boolean;
            hide_from_listings?: boolean;
            sticky?: boolean;
            featured?: boolean;
            categories?: (number | string)[] | null;
            tags?: (number | string)[] | null;
            venue?: (number | components["schemas"]["CreateVenue"])[] | null;
            organizer?: (number | components["schemas"]["CreateOrganizer"])[] | null;
            post_parent?: number;
            tickets?: components["schemas"]["Ticket"][];
            /** @enum {string} */
            event_status?: "scheduled" | "canceled" | "postponed" | "rescheduled" | "moved-online";
            event_status_reason?: string;
            previous_start_date?: string;
            is_virtual?: boolean;
            virtual_url?: string;
            uid?: string;
            accessibility?: ("wheelchair" | "step_free" | "accessible_toilet" | "hearing_loop" | "sign_language" | "audio_description" | "captions" | "quiet")[];
            accessibility_note?: string;
            spoken_languages?: string[];
            door_time?: string;
            opening_hours?: (components["schemas"]["OpeningTimes"] | components["schemas"]["ClosedDates"])[];
            recurrence?: {
                rrule?: string | string[];
                rdate?: string | string[];
                exdate?: string | string[];
            } | string;
        };
        /** UpdateEvent */
        UpdateEvent: {
            title?: string | null;
            start_date?: string;
            end_date?: string;
            author?: number;
            date?: string;
            date_utc?: string;
            description?: string | null;
            slug?: string | null;
            /** @enum {string} */
            status?: "publish" | "future" | "draft" | "pending" | "private" | "trash";
            password?: string | null;
            excerpt?: string | null;
            timezone?: string;
            all_day?: boolean;
            image?: string | null;
            cost?: string | number | (string | number)[] | null;
            website?: string | null;
            show_map?: boolean;
            show_map_link?: boolean;
            hide_from_listings?: boolean;
            sticky?: boolean;
            featured?: boolean;
            categories?: (number | string)[] | null;
            tags?: (number | string)[] | null;
            venue?: (number | components["schemas"]["CreateVenue"])[] | null;
            organizer?: (number | components["schemas"]["CreateOrganizer"])[] | null;
            post_parent?: number | null;
            tickets?: components["schemas"]["Ticket"][] | null;
            /** @enum {string|null} */
            event_status?: "scheduled" | "canceled" | "postponed" | "rescheduled" | "moved-online" | null;
            event_status_reason?: string | null;
            previous_start_date?: string | null;
            is_virtual?: boolean;
            virtual_url?: string | null;
            uid?: string;
            accessibility?: ("wheelchair" | "step_free" | "accessible_toilet" | "hearing_loop" | "sign_language" | "audio_description" | "captions" | "quiet")[] | null;
            accessibility_note?: string | null;
            spoken_languages?: string[] | null;
            door_time?: string | null;
            opening_hours?: (components["schemas"]["OpeningTimes"] | components["schemas"]["ClosedDates"])[] | null;
            recurrence?: {
                rrule?: string | string[];
                rdate?: string | string[];
                exdate?: string | string[];
            } | string | null;
            /** @enum {string} */
            scope?: "this" | "following" | "all";
            recurrence_reset?: string[] | boolean;
        };
        /** UpdateEventBySlug */
        UpdateEventBySlug: {
            title?: string | null;
            start_date?: string;
            end_date?: string;
            author?: number;
            date?: string;
            date_utc?: string;
            description?: string | null;
            slug?: string | null;
            /** @enum {string} */
            status?: "publish" | "future" | "draft" | "pending" | "private" | "trash";
            excerpt?: string | null;
            timezone?: string;
            all_day?: boolean;
            image?: string | null;
            cost?: string | number | (string | number)[] | null;
            website?: string | null;
            show_map?: boolean;
            show_map_link?: boolean;
            hide_from_listings?: boolean;
            sticky?: boolean;
            featured?: boolean;
            categories?: (number | string)[] | null;
            tags?: (number | string)[] | null;
            venue?: (number | components["schemas"]["CreateVenue"])[] | null;
            organizer?: (number | components["schemas"]["CreateOrganizer"])[] | null;
            post_parent?: number | null;
            tickets?: components["schemas"]["Ticket"][] | null;
            /** @enum {string|null} */
            event_status?: "scheduled" | "canceled" | "postponed" | "rescheduled" | "moved-online" | null;
            event_status_reason?: string | null;
            previous_start_date?: string | null;
            is_virtual?: boolean;
            virtual_url?: string | null;
            uid?: string;
            accessibility?: ("wheelchair" | "step_free" | "accessible_toilet" | "hearing_loop" | "sign_language" | "audio_description" | "captions" | "quiet")[] | null;
            accessibility_note?: string | null;
            spoken_languages?: string[] | null;
            door_time?: string | null;
            opening_hours?: (components["schemas"]["OpeningTimes"] | components["schemas"]["ClosedDates"])[] | null;
            recurrence?: {
                rrule?: string | string[];
                rdate?: string | string[];
                exdate?: string | string[];
            } | string | null;
            /** @enum {string} */
            scope?: "this" | "following" | "all";
            recurrence_reset?: string[] | boolean;
        };
        /** PreviewRecurrence */
        PreviewRecurrence: {
            start_date: string;
            end_date: string;
            timezone?: string;
            all_day?: boolean;
            recurrence?: {
                rrule?: string | string[];
                rdate?: string | string[];
                exdate?: string | string[];
            } | string;
            limit?: number;
        };
        /** ListVenueAlternatives */
        ListVenueAlternatives: {
            start_date: string;
            end_date: string;
            timezone?: string;
            all_day?: boolean;
            recurrence?: {
                rrule?: string | string[];
                rdate?: string | string[];
                exdate?: string | string[];
            } | string;
            exclude?: number;
            limit?: number;
        };
        /** UndoEntry */
        UndoEntry: {
            fields?: string[];
        };
        /** UndoEntries */
        UndoEntries: {
            by?: number | string;
            import?: number;
            since?: string;
        };
        /** CreateSecretFeed */
        CreateSecretFeed: {
            name: string;
            query?: string | {
                [key: string]: unknown;
            };
            /** @enum {string} */
            form?: "ics" | "rss" | "atom" | "jsonfeed" | "jsonld" | "csv";
            expires?: string;
        };
        /** CreateSavedFilter */
        CreateSavedFilter: {
            name: string;
            query: string | {
                [key: string]: unknown;
            };
            columns?: ("venue" | "organizer" | "categories" | "translations" | "status" | "cost" | "modified")[];
        };
        /** UpdateSavedFilter */
        UpdateSavedFilter: {
            name?: string;
            query?: string | {
                [key: string]: unknown;
            };
            columns?: ("venue" | "organizer" | "categories" | "translations" | "status" | "cost" | "modified")[] | null;
        };
        /** CreateVenue */
        CreateVenue: {
            venue: string;
            author?: number;
            date?: string;
            date_utc?: string;
            description?: string | null;
            slug?: string;
            /** @enum {string} */
            status?: "publish" | "future" | "draft" | "pending" | "private";
            password?: string;
            image?: string | null;
            phone?: string | null;
            website?: string | null;
            show_map?: string | null;
            show_map_link?: string | null;
            address?: string | null;
            city?: string | null;
            district?: string | null;
            country?: string | null;
            province?: string | null;
            state?: string | null;
            zip?: string | null;
            stateprovince?: string | null;
            /** Format: double */
            geo_lat?: number | null;
            /** Format: double */
            geo_lng?: number | null;
        };
        /** MergeVenues */
        MergeVenues: {
            from: number[];
        };
        /** UpdateVenue */
        UpdateVenue: {
            venue?: string | null;
            author?: number;
            date?: string;
            date_utc?: string;
            description?: string | null;
            slug?: string | null;
            /** @enum {string} */
            status?: "publish" | "future" | "draft" | "pending" | "private" | "trash";
            password?: string | null;
            image?: string | null;
            phone?: string | null;
            website?: string | null;
            show_map?: string;
            show_map_link?: string;
            address?: string | null;
            city?: string | null;
            district?: string | null;
            country?: string | null;
            province?: string | null;
            state?: string | null;
            zip?: string | null;
            stateprovince?: string | null;
            /** Format: double */
            geo_lat?: number | null;
            /** Format: double */
            geo_lng?: number | null;
        };
        /** CreateOrganizer */
        CreateOrganizer: {
            organizer: string;
            author?: number | null;
            date?: string | null;
            date_utc?: string | null;
            description?: string | null;
            slug?: string;
            /** @enum {string|null} */
            status?: "publish" | "future" | "draft" | "pending" | "private" | null;
            password?: string;
            image?: string | null;
            phone?: string | null;
            website?: string | null;
            email?: string | null;
        };
        /** UpdateOrganizer */
        UpdateOrganizer: {
            organizer?: string | null;
            author?: number;
            date?: string;
            date_utc?: string;
            description?: string | null;
            slug?: string | null;
            /** @enum {string} */
            status?: "publish" | "future" | "draft" | "pending" | "private" | "trash";
            password?: string | null;
            image?: string | null;
            phone?: string | null;
            website?: string | null;
            email?: string | null;
        };
        /** CreateCategory */
        CreateCategory: {
            name: string;
            description?: string;
            slug?: string;
            parent?: number;
            /** @enum {string} */
            color?: "red" | "orange" | "amber" | "green" | "teal" | "blue" | "violet" | "pink" | "slate";
            /** @enum {string} */
            mark?: "disc" | "triangle" | "square" | "screen" | "diamond" | "star" | "ring" | "cross" | "bars";
        };
        /** UpdateCategory */
        UpdateCategory: {
            name?: string | null;
            description?: string | null;
            slug?: string | null;
            parent?: number | null;
            /** @enum {string|null} */
            color?: "red" | "orange" | "amber" | "green" | "teal" | "blue" | "violet" | "pink" | "slate" | null;
            /** @enum {string|null} */
            mark?: "disc" | "triangle" | "square" | "screen" | "diamond" | "star" | "ring" | "cross" | "bars" | null;
        };
        /** CreateTag */
        CreateTag: {
            name: string;
            description?: string;
            slug?: string;
        };
        /** UpdateTag */
        UpdateTag: {
            name?: string | null;
            description?: string | null;
            slug?: string | null;
        };
        /** AcceptSubmission */
        AcceptSubmission: {
            venue?: number;
        };
        /** AskSubmitter */
        AskSubmitter: {
            message: string;
        };
        /** RejectSubmission */
        RejectSubmission: {
            message?: string;
        };
        /** UpdateMedia */
        UpdateMedia: {
            alt_text?: string | null;
            credit?: string | null;
            focal_point?: {
                x: number;
                y: number;
            } | null;
        };
        /** CreateUser */
        CreateUser: {
            login: string;
            /** @enum {string} */
            role: "administrator" | "editor" | "author" | "contributor" | "subscriber";
            email?: string;
            name?: string;
            /** @enum {string} */
            language?: "en" | "de" | "es" | "";
            /** Format: password */
            password?: string;
            current_password?: string;
        };
        /** UpdateOwnUser */
        UpdateOwnUser: {
            email?: string;
            name?: string;
            /** @enum {string|null} */
            language?: "en" | "de" | "es" | "" | null;
            /** Format: password */
            password?: string;
            current_password?: string;
            revoke_tokens?: boolean;
        };
        /** UpdateUser */
        UpdateUser: {
            /** @enum {string} */
            role?: "administrator" | "editor" | "author" | "contributor" | "subscriber";
            email?: string;
            name?: string;
            /** @enum {string|null} */
            language?: "en" | "de" | "es" | "" | null;
            /** Format: password */
            password?: string;
            current_password?: string;
            revoke_tokens?: boolean;
        };
        /** CreateToken */
        CreateToken: {
            name: string;
            /** @enum {string} */
            scope?: "read" | "write-own" | "write" | "admin";
            current_password?: string;
        };
        /** BeginTotp */
        BeginTotp: {
            current_password?: string;
        };
        /** ConfirmTotp */
        ConfirmTotp: {
            code: string;
        };
        /** DisableSecondFactor */
        DisableSecondFactor: {
            current_password?: string;
            passkeys?: boolean;
        };
        /** CreatePasskey */
        CreatePasskey: {
            name: string;
            response: {
                [key: string]: unknown;
            };
        };
        /** UpdatePasskey */
        UpdatePasskey: {
            name: string;
        };
        /** CreatePasskeySession */
        CreatePasskeySession: {
            response: {
                [key: string]: unknown;
            };
            remember?: boolean;
        };
        /** RequestPasswordReset */
        RequestPasswordReset: {
            login: string;
        };
        /** ConfirmPasswordReset */
        ConfirmPasswordReset: {
            code: string;
            /** Format: password */
            password: string;
            revoke_tokens?: boolean;
        };
        /** CreateInvitation */
        CreateInvitation: {
            /** @enum {string} */
            role: "administrator" | "editor" | "author" | "contributor" | "subscriber";
            email?: string;
            /** @enum {string} */
            language?: "en" | "de" | "es";
            current_password?: string;
        };
        /** AcceptInvitation */
        AcceptInvitation: {
            code: string;
            login: string;
            /** Format: password */
            password: string;
            email?: string;
            name?: string;
        };
        /** UpdateMailServer */
        UpdateMailServer: {
            host?: string;
            port?: number;
            /** @enum {string} */
            security?: "tls" | "starttls";
            user?: string;
            password?: string;
            from?: string;
            current_password?: string;
        };
        /** SendTestMail */
        SendTestMail: {
            dry_run?: boolean;
        };
        /** CreateSession */
        CreateSession: {
            login: string;
            password: string;
            code?: string;
            remember?: boolean;
        };
        /** CreateBatch */
        CreateBatch: {
            requests: {
                /** @enum {string} */
                method?: "POST" | "PUT" | "PATCH" | "DELETE";
                path: string;
                body?: {
                    [key: string]: unknown;
                };
                headers?: {
                    [key: string]: string;
                };
            }[];
            /** @enum {string} */
            validation?: "normal" | "require-all-validate";
            atomic?: boolean;
        };
        /** UpdateSettings */
        UpdateSettings: {
            name?: string | null;
            /** @enum {string|null} */
            language?: "en" | "de" | "es" | null;
            languages?: ("en" | "de" | "es")[] | null;
            timezone?: string | null;
            logo?: number | null;
            accent?: string | null;
            /** @enum {string|null} */
            font?: "radio-canada" | "system" | "serif" | null;
            /** @enum {string|null} */
            radius?: "rounded" | "square" | "round" | null;
            /** @enum {string|null} */
            week_start?: "monday" | "saturday" | "sunday" | null;
            /** @enum {string|null} */
            hour_cycle?: "24" | "12" | "language" | null;
            /** @enum {string|null} */
            default_view?: "list" | "month" | "week" | "day" | "map" | null;
            currency?: string | null;
            imprint_url?: string | null;
            privacy_url?: string | null;
            map_tiles?: string | null;
            map_credit?: string | null;
            map_outline?: {
                [key: string]: unknown;
            } | null;
            geocoder?: string | null;
            home?: string | null;
            submissions?: boolean | null;
        };
        /** SetUp */
        SetUp: {
            code: string;
            /** Format: password */
            password: string;
            name?: string;
            email?: string;
            site_name?: string | null;
            timezone?: string;
            /** @enum {string} */
            language?: "en" | "de" | "es";
            /** @enum {string|null} */
            week_start?: "monday" | "saturday" | "sunday" | null;
        };
    };
    responses: {
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        Error401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "incorrect_password" | "invalid_username" | "invalid_email" | "rest_second_factor_required" | "rest_invalid_token" | "rest_forbidden";
                };
            };
        };
        Error413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "rest_body_too_large";
                };
            };
        };
        Error429: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "rest_too_many_requests";
                };
            };
        };
        Error500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "internal_server_error";
                };
            };
        };
        Error503: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "rest_unavailable" | "rest_storage_full" | "rest_read_only";
                };
            };
        };
    };
    parameters: {
        translation_language: "en" | "de" | "es";
        dry_run: boolean;
        "If-Match": string;
        "Idempotency-Key": string;
        _fields: string[];
        _envelope: string;
        _pretty: string;
        _method: "GET" | "PUT" | "PATCH" | "DELETE";
    };
    requestBodies: never;
    headers: {
        Allow: string;
        "Content-Language": string;
        ETag: string;
        "Last-Modified": string;
        Link: string;
        Location: string;
        "X-TEC-Total": number;
        "X-TEC-TotalPages": number;
        "X-WP-Total": number;
        "X-WP-TotalPages": number;
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readIndex: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                namespace?: unknown;
                context?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        namespace: string;
                        routes: {
                            [key: string]: {
                                [key: string]: unknown;
                            };
                        };
                        _links: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large";
                    };
                };
            };
            401: components["responses"]["Error401"];
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_namespace";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readSiteIndex: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        description: string;
                        url: string;
                        home: string;
                        gmt_offset: number;
                        timezone_string: string;
                        namespaces: string[];
                        authentication: {
                            [key: string]: unknown;
                        };
                        routes: {
                            [key: string]: {
                                [key: string]: unknown;
                            };
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large";
                    };
                };
            };
            401: components["responses"]["Error401"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readDoc: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                        info: {
                            [key: string]: unknown;
                        };
                        servers: {
                            [key: string]: unknown;
                        }[];
                        tags: {
                            [key: string]: unknown;
                        }[];
                        paths: {
                            [key: string]: unknown;
                        };
                        components: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large";
                    };
                };
            };
            401: components["responses"]["Error401"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                page?: number;
                per_page?: number;
                start_date?: string;
                end_date?: string;
                starts_before?: string;
                starts_after?: string;
                ends_before?: string;
                ends_after?: string;
                period?: "today" | "tonight" | "tomorrow" | "weekend";
                strict_dates?: boolean;
                search?: string;
                categories?: (number | string)[];
                tags?: (number | string)[];
                venue?: number[];
                organizer?: number[];
                featured?: boolean;
                status?: string;
                geoloc?: boolean;
                geoloc_lat?: number;
                geoloc_lng?: number;
                geoloc_radius?: number;
                include?: number[];
                post_parent?: number;
                ticketed?: boolean;
                event_status?: ("scheduled" | "canceled" | "postponed" | "rescheduled" | "moved-online")[];
                is_virtual?: boolean;
                accessibility?: ("wheelchair" | "step_free" | "accessible_toilet" | "hearing_loop" | "sign_language" | "audio_description" | "captions" | "quiet")[];
                spoken_languages?: string[];
                free?: boolean;
                missing?: ("venue" | "organizer" | "categories" | "tags" | "image" | "description")[];
                untranslated?: ("en" | "de" | "es")[];
                recurring?: boolean;
                condense?: boolean;
                search_everywhere?: boolean;
                orderby?: "date" | "title" | "modified" | "distance";
                order?: "asc" | "ascending" | "desc" | "descending";
                password?: string;
                context?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Link: components["headers"]["Link"];
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-WP-Total": components["headers"]["X-WP-Total"];
                    "X-WP-TotalPages": components["headers"]["X-WP-TotalPages"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large";
                    };
                };
            };
            401: components["responses"]["Error401"];
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-archive-page-not-found";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createEvent: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    start_date: string;
                    end_date: string;
                    author?: number;
                    date?: string;
                    date_utc?: string;
                    description?: string;
                    slug?: string;
                    /** @enum {string} */
                    status?: "publish" | "future" | "draft" | "pending" | "private";
                    password?: string;
                    excerpt?: string;
                    timezone?: string;
                    all_day?: boolean;
                    image?: string;
                    cost?: string | number | (string | number)[];
                    website?: string | null;
                    show_map?: boolean;
                    show_map_link?: boolean;
                    hide_from_listings?: boolean;
                    sticky?: boolean;
                    featured?: boolean;
                    categories?: (number | string)[] | null;
                    tags?: (number | string)[] | null;
                    venue?: (number | components["schemas"]["CreateVenue"])[] | null;
                    organizer?: (number | components["schemas"]["CreateOrganizer"])[] | null;
                    post_parent?: number;
                    tickets?: components["schemas"]["Ticket"][];
                    /** @enum {string} */
                    event_status?: "scheduled" | "canceled" | "postponed" | "rescheduled" | "moved-online";
                    event_status_reason?: string;
                    previous_start_date?: string;
                    is_virtual?: boolean;
                    virtual_url?: string;
                    uid?: string;
                    accessibility?: ("wheelchair" | "step_free" | "accessible_toilet" | "hearing_loop" | "sign_language" | "audio_description" | "captions" | "quiet")[];
                    accessibility_note?: string;
                    spoken_languages?: string[];
                    door_time?: string;
                    opening_hours?: (components["schemas"]["OpeningTimes"] | components["schemas"]["ClosedDates"])[];
                    recurrence?: {
                        rrule?: string | string[];
                        rdate?: string | string[];
                        exdate?: string | string[];
                    } | string;
                };
                "application/x-www-form-urlencoded": components["schemas"]["CreateEvent"];
                "multipart/form-data": components["schemas"]["CreateEvent"];
            };
        };
        responses: {
            201: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param" | "could-not-create-venue" | "could-not-create-organizer" | "empty_content";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_duplicate_uid" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readEvent: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                password?: string;
                context?: string;
                occurrence?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large" | "rest-invalid-event-id";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "event-not-accessible" | "event-password-protected";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest-event-not-found";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateEventByPut: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateEvent"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateEvent"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest-invalid-event-id" | "rest_missing_callback_param" | "could-not-create-venue" | "could-not-create-organizer" | "empty_content";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest-event-not-found";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_duplicate_uid" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateEvent: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateEvent"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateEvent"];
                "multipart/form-data": components["schemas"]["UpdateEvent"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest-invalid-event-id" | "rest_missing_callback_param" | "could-not-create-venue" | "could-not-create-organizer" | "empty_content";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest-event-not-found";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_duplicate_uid" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteEvent: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                password?: string;
                scope?: "this" | "following" | "all";
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest-invalid-event-id";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest-event-not-found";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "event-is-in-trash";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateEventByPatch: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateEvent"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateEvent"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest-invalid-event-id" | "rest_missing_callback_param" | "could-not-create-venue" | "could-not-create-organizer" | "empty_content";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest-event-not-found";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_duplicate_uid" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readEventBySlug: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                password?: string;
                context?: string;
                occurrence?: string;
            };
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large" | "rest-invalid-event-id";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "event-not-accessible" | "event-password-protected";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest-event-not-found";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateEventBySlugByPut: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateEventBySlug"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateEventBySlug"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param" | "could-not-create-venue" | "could-not-create-organizer" | "empty_content";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest-event-not-found";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_duplicate_uid" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateEventBySlug: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateEventBySlug"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateEventBySlug"];
                "multipart/form-data": components["schemas"]["UpdateEventBySlug"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param" | "could-not-create-venue" | "could-not-create-organizer" | "empty_content";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest-event-not-found";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_duplicate_uid" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteEventBySlug: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                scope?: "this" | "following" | "all";
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-is-in-trash";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateEventBySlugByPatch: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateEventBySlug"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateEventBySlug"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param" | "could-not-create-venue" | "could-not-create-organizer" | "empty_content";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest-event-not-found";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_duplicate_uid" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    previewRecurrence: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    start_date: string;
                    end_date: string;
                    timezone?: string;
                    all_day?: boolean;
                    recurrence?: {
                        rrule?: string | string[];
                        rdate?: string | string[];
                        exdate?: string | string[];
                    } | string;
                    limit?: number;
                };
                "application/x-www-form-urlencoded": components["schemas"]["PreviewRecurrence"];
                "multipart/form-data": components["schemas"]["PreviewRecurrence"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecurrencePreview"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    previewNewEvent: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    start_date: string;
                    end_date: string;
                    author?: number;
                    date?: string;
                    date_utc?: string;
                    description?: string;
                    slug?: string;
                    /** @enum {string} */
                    status?: "publish" | "future" | "draft" | "pending" | "private";
                    password?: string;
                    excerpt?: string;
                    timezone?: string;
                    all_day?: boolean;
                    image?: string;
                    cost?: string | number | (string | number)[];
                    website?: string | null;
                    show_map?: boolean;
                    show_map_link?: boolean;
                    hide_from_listings?: boolean;
                    sticky?: boolean;
                    featured?: boolean;
                    categories?: (number | string)[] | null;
                    tags?: (number | string)[] | null;
                    venue?: (number | components["schemas"]["CreateVenue"])[] | null;
                    organizer?: (number | components["schemas"]["CreateOrganizer"])[] | null;
                    post_parent?: number;
                    tickets?: components["schemas"]["Ticket"][];
                    /** @enum {string} */
                    event_status?: "scheduled" | "canceled" | "postponed" | "rescheduled" | "moved-online";
                    event_status_reason?: string;
                    previous_start_date?: string;
                    is_virtual?: boolean;
                    virtual_url?: string;
                    uid?: string;
                    accessibility?: ("wheelchair" | "step_free" | "accessible_toilet" | "hearing_loop" | "sign_language" | "audio_description" | "captions" | "quiet")[];
                    accessibility_note?: string;
                    spoken_languages?: string[];
                    door_time?: string;
                    opening_hours?: (components["schemas"]["OpeningTimes"] | components["schemas"]["ClosedDates"])[];
                    recurrence?: {
                        rrule?: string | string[];
                        rdate?: string | string[];
                        exdate?: string | string[];
                    } | string;
                };
                "application/x-www-form-urlencoded": components["schemas"]["CreateEvent"];
                "multipart/form-data": components["schemas"]["CreateEvent"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPreview"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param" | "could-not-create-venue" | "could-not-create-organizer" | "empty_content";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_duplicate_uid" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    previewEvent: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateEvent"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateEvent"];
                "multipart/form-data": components["schemas"]["UpdateEvent"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPreview"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest-invalid-event-id" | "rest_missing_callback_param" | "could-not-create-venue" | "could-not-create-organizer" | "empty_content";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest-event-not-found";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_duplicate_uid" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listBusyVenue: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                page?: number;
                per_page?: number;
                start_date?: string;
                end_date?: string;
                timezone?: string;
                exclude?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Link: components["headers"]["Link"];
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-WP-Total": components["headers"]["X-WP-Total"];
                    "X-WP-TotalPages": components["headers"]["X-WP-TotalPages"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusyList"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "venue-not-accessible" | "rest_forbidden";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listBusyOrganizer: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                page?: number;
                per_page?: number;
                start_date?: string;
                end_date?: string;
                timezone?: string;
                exclude?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Link: components["headers"]["Link"];
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-WP-Total": components["headers"]["X-WP-Total"];
                    "X-WP-TotalPages": components["headers"]["X-WP-TotalPages"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusyList"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "organizer-not-accessible" | "rest_forbidden";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listVenueAlternatives: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    start_date: string;
                    end_date: string;
                    timezone?: string;
                    all_day?: boolean;
                    recurrence?: {
                        rrule?: string | string[];
                        rdate?: string | string[];
                        exdate?: string | string[];
                    } | string;
                    exclude?: number;
                    limit?: number;
                };
                "application/x-www-form-urlencoded": components["schemas"]["ListVenueAlternatives"];
                "multipart/form-data": components["schemas"]["ListVenueAlternatives"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VenueAlternatives"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listDuplicateVenues: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                page?: number;
                per_page?: number;
                name?: string;
                address?: string;
                city?: string;
                zip?: string;
                website?: string;
                phone?: string;
                email?: string;
                geo_lat?: number;
                geo_lng?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Link: components["headers"]["Link"];
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-WP-Total": components["headers"]["X-WP-Total"];
                    "X-WP-TotalPages": components["headers"]["X-WP-TotalPages"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DuplicateList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listDuplicateOrganizers: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                page?: number;
                per_page?: number;
                name?: string;
                address?: string;
                city?: string;
                zip?: string;
                website?: string;
                phone?: string;
                email?: string;
                geo_lat?: number;
                geo_lng?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Link: components["headers"]["Link"];
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-WP-Total": components["headers"]["X-WP-Total"];
                    "X-WP-TotalPages": components["headers"]["X-WP-TotalPages"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DuplicateList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listDuplicateEvents: {
        parameters: {
            query: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                title: string;
                start_date: string;
                timezone?: string;
                venue?: number[];
                exclude?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventDuplicates"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    undoMerge: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoneMerge"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merge_not_found";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listHistory: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                page?: number;
                per_page?: number;
                kind?: "event" | "venue" | "organizer" | "category" | "tag" | "media";
                id?: number;
                by?: number | string;
                import?: number;
                since?: string;
                until?: string;
                condense?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Link: components["headers"]["Link"];
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-WP-Total": components["headers"]["X-WP-Total"];
                    "X-WP-TotalPages": components["headers"]["X-WP-TotalPages"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    undoEntry: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UndoEntry"];
                "application/x-www-form-urlencoded": components["schemas"]["UndoEntry"];
                "multipart/form-data": components["schemas"]["UndoEntry"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Undo"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_history_invalid_id";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    undoEntries: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UndoEntries"];
                "application/x-www-form-urlencoded": components["schemas"]["UndoEntries"];
                "multipart/form-data": components["schemas"]["UndoEntries"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Undo"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listEventsAsFeed: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                page?: number;
                per_page?: number;
                start_date?: string;
                end_date?: string;
                starts_before?: string;
                starts_after?: string;
                ends_before?: string;
                ends_after?: string;
                period?: "today" | "tonight" | "tomorrow" | "weekend";
                strict_dates?: boolean;
                search?: string;
                categories?: (number | string)[];
                tags?: (number | string)[];
                venue?: number[];
                organizer?: number[];
                featured?: boolean;
                status?: string;
                geoloc?: boolean;
                geoloc_lat?: number;
                geoloc_lng?: number;
                geoloc_radius?: number;
                include?: number[];
                post_parent?: number;
                ticketed?: boolean;
                event_status?: ("scheduled" | "canceled" | "postponed" | "rescheduled" | "moved-online")[];
                is_virtual?: boolean;
                accessibility?: ("wheelchair" | "step_free" | "accessible_toilet" | "hearing_loop" | "sign_language" | "audio_description" | "captions" | "quiet")[];
                spoken_languages?: string[];
                free?: boolean;
                missing?: ("venue" | "organizer" | "categories" | "tags" | "image" | "description")[];
                untranslated?: ("en" | "de" | "es")[];
                recurring?: boolean;
                condense?: boolean;
                search_everywhere?: boolean;
                orderby?: "date" | "title" | "modified" | "distance";
                order?: "asc" | "ascending" | "desc" | "descending";
                password?: string;
                context?: string;
                expand?: boolean;
            };
            header?: never;
            path: {
                form: "ics" | "rss" | "atom" | "jsonfeed" | "jsonld" | "csv";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar": string;
                    "application/rss+xml": string;
                    "application/atom+xml": string;
                    "application/feed+json": string;
                    "application/ld+json": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large";
                    };
                };
            };
            401: components["responses"]["Error401"];
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-archive-page-not-found";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readEventAsFeed: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                password?: string;
                context?: string;
                occurrence?: string;
                expand?: boolean;
            };
            header?: never;
            path: {
                id: number;
                form: "ics" | "rss" | "atom" | "jsonfeed" | "jsonld" | "csv";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar": string;
                    "application/rss+xml": string;
                    "application/atom+xml": string;
                    "application/feed+json": string;
                    "application/ld+json": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large" | "rest-invalid-event-id";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "event-not-accessible" | "event-password-protected";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest-event-not-found";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readEventBySlugAsFeed: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                password?: string;
                context?: string;
                occurrence?: string;
                expand?: boolean;
            };
            header?: never;
            path: {
                slug: string;
                form: "ics" | "rss" | "atom" | "jsonfeed" | "jsonld" | "csv";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar": string;
                    "application/rss+xml": string;
                    "application/atom+xml": string;
                    "application/feed+json": string;
                    "application/ld+json": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large" | "rest-invalid-event-id";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available" | "event-not-accessible" | "event-password-protected";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest-event-not-found";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "event-no-longer-available";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listSecretFeeds: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createSecretFeed: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    query?: string | {
                        [key: string]: unknown;
                    };
                    /** @enum {string} */
                    form?: "ics" | "rss" | "atom" | "jsonfeed" | "jsonld" | "csv";
                    expires?: string;
                };
                "application/x-www-form-urlencoded": components["schemas"]["CreateSecretFeed"];
                "multipart/form-data": components["schemas"]["CreateSecretFeed"];
            };
        };
        responses: {
            201: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewFeed"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteSecretFeed: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feed"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_feed_not_found";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readSecretFeed: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path: {
                slug: string;
                form: "ics" | "rss" | "atom" | "jsonfeed" | "jsonld" | "csv";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar": string;
                    "application/rss+xml": string;
                    "application/atom+xml": string;
                    "application/feed+json": string;
                    "application/ld+json": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_feed_not_found";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listSavedFilters: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedFilterList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createSavedFilter: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSavedFilter"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateSavedFilter"];
                "multipart/form-data": components["schemas"]["CreateSavedFilter"];
            };
        };
        responses: {
            201: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedFilter"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_saved_filter_exists" | "rest_saved_filters_full" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readSavedFilter: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedFilter"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_saved_filter_invalid_id";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateSavedFilterByPut: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSavedFilter"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateSavedFilter"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedFilter"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_saved_filter_invalid_id";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_saved_filter_exists" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateSavedFilter: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSavedFilter"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateSavedFilter"];
                "multipart/form-data": components["schemas"]["UpdateSavedFilter"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedFilter"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_saved_filter_invalid_id";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_saved_filter_exists" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteSavedFilter: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedFilter"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_saved_filter_invalid_id";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateSavedFilterByPatch: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSavedFilter"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateSavedFilter"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedFilter"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_saved_filter_invalid_id";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_saved_filter_exists" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listVenues: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                page?: number;
                per_page?: number;
                search?: string;
                event?: number;
                has_events?: unknown;
                only_with_upcoming?: unknown;
                status?: string;
                orderby?: "date" | "name" | "modified";
                order?: "asc" | "ascending" | "desc" | "descending";
                password?: string;
                context?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Link: components["headers"]["Link"];
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-WP-Total": components["headers"]["X-WP-Total"];
                    "X-WP-TotalPages": components["headers"]["X-WP-TotalPages"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VenueList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large";
                    };
                };
            };
            401: components["responses"]["Error401"];
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "venue-archive-page-not-found";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createVenue: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    venue: string;
                    author?: number;
                    date?: string;
                    date_utc?: string;
                    description?: string | null;
                    slug?: string;
                    /** @enum {string} */
                    status?: "publish" | "future" | "draft" | "pending" | "private";
                    password?: string;
                    image?: string | null;
                    phone?: string | null;
                    website?: string | null;
                    show_map?: string | null;
                    show_map_link?: string | null;
                    address?: string | null;
                    city?: string | null;
                    district?: string | null;
                    country?: string | null;
                    province?: string | null;
                    state?: string | null;
                    zip?: string | null;
                    stateprovince?: string | null;
                    /** Format: double */
                    geo_lat?: number | null;
                    /** Format: double */
                    geo_lng?: number | null;
                };
                "application/x-www-form-urlencoded": components["schemas"]["CreateVenue"];
                "multipart/form-data": components["schemas"]["CreateVenue"];
            };
        };
        responses: {
            201: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param" | "could-not-create-venue";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    mergeVenues: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeVenues"];
                "application/x-www-form-urlencoded": components["schemas"]["MergeVenues"];
                "multipart/form-data": components["schemas"]["MergeVenues"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "venue-is-in-trash" | "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readVenue: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                password?: string;
                context?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "venue-not-accessible";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateVenueByPut: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateVenue"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateVenue"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "could-not-update-venue";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateVenue: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateVenue"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateVenue"];
                "multipart/form-data": components["schemas"]["UpdateVenue"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "could-not-update-venue";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteVenue: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "venue-is-in-trash";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateVenueByPatch: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateVenue"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateVenue"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "could-not-update-venue";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readVenueBySlug: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                password?: string;
                context?: string;
            };
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "venue-not-accessible";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateVenueBySlugByPut: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateVenue"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateVenue"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "could-not-update-venue";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateVenueBySlug: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateVenue"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateVenue"];
                "multipart/form-data": components["schemas"]["UpdateVenue"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "could-not-update-venue";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteVenueBySlug: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "venue-is-in-trash";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateVenueBySlugByPatch: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateVenue"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateVenue"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "could-not-update-venue";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listOrganizers: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                page?: number;
                per_page?: number;
                search?: string;
                event?: number;
                has_events?: unknown;
                only_with_upcoming?: unknown;
                status?: string;
                orderby?: "date" | "name" | "modified";
                order?: "asc" | "ascending" | "desc" | "descending";
                password?: string;
                context?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Link: components["headers"]["Link"];
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-WP-Total": components["headers"]["X-WP-Total"];
                    "X-WP-TotalPages": components["headers"]["X-WP-TotalPages"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizerList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large";
                    };
                };
            };
            401: components["responses"]["Error401"];
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "organizer-archive-page-not-found";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createOrganizer: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    organizer: string;
                    author?: number | null;
                    date?: string | null;
                    date_utc?: string | null;
                    description?: string | null;
                    slug?: string;
                    /** @enum {string|null} */
                    status?: "publish" | "future" | "draft" | "pending" | "private" | null;
                    password?: string;
                    image?: string | null;
                    phone?: string | null;
                    website?: string | null;
                    email?: string | null;
                };
                "application/x-www-form-urlencoded": components["schemas"]["CreateOrganizer"];
                "multipart/form-data": components["schemas"]["CreateOrganizer"];
            };
        };
        responses: {
            201: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param" | "could-not-create-organizer";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    mergeOrganizers: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeVenues"];
                "application/x-www-form-urlencoded": components["schemas"]["MergeVenues"];
                "multipart/form-data": components["schemas"]["MergeVenues"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "organizer-is-in-trash" | "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readOrganizer: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                password?: string;
                context?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "organizer-not-accessible";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateOrganizerByPut: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizer"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateOrganizer"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "could-not-update-organizer";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateOrganizer: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizer"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateOrganizer"];
                "multipart/form-data": components["schemas"]["UpdateOrganizer"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "could-not-update-organizer";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteOrganizer: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "organizer-is-in-trash";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateOrganizerByPatch: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizer"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateOrganizer"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "could-not-update-organizer";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readOrganizerBySlug: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                password?: string;
                context?: string;
            };
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "organizer-not-accessible";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateOrganizerBySlugByPut: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizer"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateOrganizer"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "could-not-update-organizer";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateOrganizerBySlug: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizer"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateOrganizer"];
                "multipart/form-data": components["schemas"]["UpdateOrganizer"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "could-not-update-organizer";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteOrganizerBySlug: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "organizer-is-in-trash";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateOrganizerBySlugByPatch: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizer"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateOrganizer"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizer"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "could-not-update-organizer";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listCategories: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                page?: number;
                per_page?: number;
                search?: string;
                exclude?: number[];
                include?: number[];
                order?: "asc" | "ascending" | "desc" | "descending";
                orderby?: string;
                hide_empty?: boolean;
                parent?: number;
                post?: number;
                event?: number;
                slug?: string;
                password?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Link: components["headers"]["Link"];
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-WP-Total": components["headers"]["X-WP-Total"];
                    "X-WP-TotalPages": components["headers"]["X-WP-TotalPages"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large";
                    };
                };
            };
            401: components["responses"]["Error401"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createCategory: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCategory"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateCategory"];
                "multipart/form-data": components["schemas"]["CreateCategory"];
            };
        };
        responses: {
            201: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param" | "term_exists" | "empty_term_name";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readCategory: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large";
                    };
                };
            };
            401: components["responses"]["Error401"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateCategoryByPut: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateCategory"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateCategory"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "empty_term_name";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "duplicate_term_slug" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateCategory: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateCategory"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateCategory"];
                "multipart/form-data": components["schemas"]["UpdateCategory"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "empty_term_name";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "duplicate_term_slug" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteCategory: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateCategoryByPatch: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateCategory"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateCategory"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "empty_term_name";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "duplicate_term_slug" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    mergeCategories: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeVenues"];
                "application/x-www-form-urlencoded": components["schemas"]["MergeVenues"];
                "multipart/form-data": components["schemas"]["MergeVenues"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listTags: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                page?: number;
                per_page?: number;
                search?: string;
                exclude?: number[];
                include?: number[];
                order?: "asc" | "ascending" | "desc" | "descending";
                orderby?: string;
                hide_empty?: boolean;
                post?: number;
                event?: number;
                slug?: string;
                password?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Link: components["headers"]["Link"];
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-WP-Total": components["headers"]["X-WP-Total"];
                    "X-WP-TotalPages": components["headers"]["X-WP-TotalPages"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large";
                    };
                };
            };
            401: components["responses"]["Error401"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createTag: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTag"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateTag"];
                "multipart/form-data": components["schemas"]["CreateTag"];
            };
        };
        responses: {
            201: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param" | "term_exists" | "empty_term_name" | "rest_taxonomy_not_hierarchical";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readTag: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large";
                    };
                };
            };
            401: components["responses"]["Error401"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateTagByPut: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTag"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateTag"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "empty_term_name" | "rest_taxonomy_not_hierarchical";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "duplicate_term_slug" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateTag: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTag"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateTag"];
                "multipart/form-data": components["schemas"]["UpdateTag"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "empty_term_name" | "rest_taxonomy_not_hierarchical";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "duplicate_term_slug" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteTag: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateTagByPatch: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTag"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateTag"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "empty_term_name" | "rest_taxonomy_not_hierarchical";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "duplicate_term_slug" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    mergeTags: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeVenues"];
                "application/x-www-form-urlencoded": components["schemas"]["MergeVenues"];
                "multipart/form-data": components["schemas"]["MergeVenues"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            308: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_merged";
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readChallenge: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Challenge"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submissions_closed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listSubmissions: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                page?: number;
                per_page?: number;
                state?: "waiting" | "asked" | "accepted" | "rejected" | "withdrawn";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Link: components["headers"]["Link"];
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-WP-Total": components["headers"]["X-WP-Total"];
                    "X-WP-TotalPages": components["headers"]["X-WP-TotalPages"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createSubmission: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file?: string;
                    title: string;
                    description?: string;
                    start_date: string;
                    end_date: string;
                    all_day?: boolean;
                    recurrence?: {
                        rrule?: string | string[];
                        rdate?: string | string[];
                        exdate?: string | string[];
                    } | string;
                    category?: number;
                    venue?: number;
                    venue_name?: string;
                    venue_address?: string;
                    venue_city?: string;
                    organizer?: string;
                    cost?: string | number | (string | number)[];
                    website?: string;
                    /** @enum {string} */
                    language?: "en" | "de" | "es";
                    alt_text?: string;
                    contact_name: string;
                    contact_email: string;
                    challenge: string;
                    proof?: string;
                    homepage?: string;
                };
                "application/json": {
                    title: string;
                    description?: string;
                    start_date: string;
                    end_date: string;
                    all_day?: boolean;
                    recurrence?: {
                        rrule?: string | string[];
                        rdate?: string | string[];
                        exdate?: string | string[];
                    } | string;
                    category?: number;
                    venue?: number;
                    venue_name?: string;
                    venue_address?: string;
                    venue_city?: string;
                    organizer?: string;
                    cost?: string | number | (string | number)[];
                    website?: string;
                    /** @enum {string} */
                    language?: "en" | "de" | "es";
                    alt_text?: string;
                    contact_name: string;
                    contact_email: string;
                    challenge: string;
                    proof?: string;
                    homepage?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSubmission"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param" | "rest_upload_file_type" | "rest_upload_unknown_error";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submissions_closed" | "rest_forbidden";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_body_too_large";
                    };
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readSubmission: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionDetails"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submission_not_found";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    acceptSubmission: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AcceptSubmission"];
                "application/x-www-form-urlencoded": components["schemas"]["AcceptSubmission"];
                "multipart/form-data": components["schemas"]["AcceptSubmission"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Submission"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submission_not_found";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submission_decided" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    askSubmitter: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskSubmitter"];
                "application/x-www-form-urlencoded": components["schemas"]["AskSubmitter"];
                "multipart/form-data": components["schemas"]["AskSubmitter"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Submission"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submission_not_found";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submission_decided" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    rejectSubmission: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RejectSubmission"];
                "application/x-www-form-urlencoded": components["schemas"]["RejectSubmission"];
                "multipart/form-data": components["schemas"]["RejectSubmission"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Submission"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submission_not_found";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submission_decided" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    reopenSubmission: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Submission"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submission_not_found";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submission_decided" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readOwnSubmission: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path: {
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSubmission"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submission_not_found";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateOwnSubmissionByPut: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path: {
                secret: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file?: string;
                    title?: string;
                    description?: string;
                    start_date?: string;
                    end_date?: string;
                    all_day?: boolean;
                    recurrence?: {
                        rrule?: string | string[];
                        rdate?: string | string[];
                        exdate?: string | string[];
                    } | string;
                    category?: number;
                    venue?: number;
                    venue_name?: string;
                    venue_address?: string;
                    venue_city?: string;
                    organizer?: string;
                    cost?: string | number | (string | number)[];
                    website?: string;
                    /** @enum {string} */
                    language?: "en" | "de" | "es";
                    alt_text?: string;
                    contact_name?: string;
                    contact_email?: string;
                    remove_image?: boolean;
                };
                "application/json": {
                    title?: string;
                    description?: string;
                    start_date?: string;
                    end_date?: string;
                    all_day?: boolean;
                    recurrence?: {
                        rrule?: string | string[];
                        rdate?: string | string[];
                        exdate?: string | string[];
                    } | string;
                    category?: number;
                    venue?: number;
                    venue_name?: string;
                    venue_address?: string;
                    venue_city?: string;
                    organizer?: string;
                    cost?: string | number | (string | number)[];
                    website?: string;
                    /** @enum {string} */
                    language?: "en" | "de" | "es";
                    alt_text?: string;
                    contact_name?: string;
                    contact_email?: string;
                    remove_image?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSubmission"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_upload_file_type" | "rest_upload_unknown_error";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submission_not_found";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submission_decided" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_body_too_large";
                    };
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateOwnSubmission: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                secret: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file?: string;
                    title?: string;
                    description?: string;
                    start_date?: string;
                    end_date?: string;
                    all_day?: boolean;
                    recurrence?: {
                        rrule?: string | string[];
                        rdate?: string | string[];
                        exdate?: string | string[];
                    } | string;
                    category?: number;
                    venue?: number;
                    venue_name?: string;
                    venue_address?: string;
                    venue_city?: string;
                    organizer?: string;
                    cost?: string | number | (string | number)[];
                    website?: string;
                    /** @enum {string} */
                    language?: "en" | "de" | "es";
                    alt_text?: string;
                    contact_name?: string;
                    contact_email?: string;
                    remove_image?: boolean;
                };
                "application/json": {
                    title?: string;
                    description?: string;
                    start_date?: string;
                    end_date?: string;
                    all_day?: boolean;
                    recurrence?: {
                        rrule?: string | string[];
                        rdate?: string | string[];
                        exdate?: string | string[];
                    } | string;
                    category?: number;
                    venue?: number;
                    venue_name?: string;
                    venue_address?: string;
                    venue_city?: string;
                    organizer?: string;
                    cost?: string | number | (string | number)[];
                    website?: string;
                    /** @enum {string} */
                    language?: "en" | "de" | "es";
                    alt_text?: string;
                    contact_name?: string;
                    contact_email?: string;
                    remove_image?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSubmission"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_upload_file_type" | "rest_upload_unknown_error";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submission_not_found";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submission_decided" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_body_too_large";
                    };
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteOwnSubmission: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path: {
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSubmission"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submission_not_found";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submission_decided";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateOwnSubmissionByPatch: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path: {
                secret: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file?: string;
                    title?: string;
                    description?: string;
                    start_date?: string;
                    end_date?: string;
                    all_day?: boolean;
                    recurrence?: {
                        rrule?: string | string[];
                        rdate?: string | string[];
                        exdate?: string | string[];
                    } | string;
                    category?: number;
                    venue?: number;
                    venue_name?: string;
                    venue_address?: string;
                    venue_city?: string;
                    organizer?: string;
                    cost?: string | number | (string | number)[];
                    website?: string;
                    /** @enum {string} */
                    language?: "en" | "de" | "es";
                    alt_text?: string;
                    contact_name?: string;
                    contact_email?: string;
                    remove_image?: boolean;
                };
                "application/json": {
                    title?: string;
                    description?: string;
                    start_date?: string;
                    end_date?: string;
                    all_day?: boolean;
                    recurrence?: {
                        rrule?: string | string[];
                        rdate?: string | string[];
                        exdate?: string | string[];
                    } | string;
                    category?: number;
                    venue?: number;
                    venue_name?: string;
                    venue_address?: string;
                    venue_city?: string;
                    organizer?: string;
                    cost?: string | number | (string | number)[];
                    website?: string;
                    /** @enum {string} */
                    language?: "en" | "de" | "es";
                    alt_text?: string;
                    contact_name?: string;
                    contact_email?: string;
                    remove_image?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSubmission"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_upload_file_type" | "rest_upload_unknown_error";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submission_not_found";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_submission_decided" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_body_too_large";
                    };
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    findAddresses: {
        parameters: {
            query: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                search: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundAddresses"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_address_lookup_off";
                    };
                };
            };
            413: components["responses"]["Error413"];
            424: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_address_lookup_failed";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listMedia: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                page?: number;
                per_page?: number;
                search?: string;
                unused?: boolean;
                without_words?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Link: components["headers"]["Link"];
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-WP-Total": components["headers"]["X-WP-Total"];
                    "X-WP-TotalPages": components["headers"]["X-WP-TotalPages"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    uploadMedia: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    title?: string;
                    alt_text?: string;
                    credit?: string;
                    focal_point?: {
                        x: number;
                        y: number;
                    } | null;
                };
                "image/*": string;
                "*/*": string;
            };
        };
        responses: {
            201: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_upload_no_data" | "rest_upload_file_type" | "rest_upload_unknown_error";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_body_too_large";
                    };
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    uploadMediaAlias: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    title?: string;
                    alt_text?: string;
                    credit?: string;
                    focal_point?: {
                        x: number;
                        y: number;
                    } | null;
                };
                "image/*": string;
                "*/*": string;
            };
        };
        responses: {
            201: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_upload_no_data" | "rest_upload_file_type" | "rest_upload_unknown_error";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_body_too_large";
                    };
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readMedia: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_media_invalid_id";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateMediaByPut: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateMedia"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateMedia"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_media_invalid_id";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateMedia: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateMedia"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateMedia"];
                "multipart/form-data": components["schemas"]["UpdateMedia"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_media_invalid_id";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteMedia: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_media_invalid_id";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateMediaByPatch: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateMedia"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateMedia"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_media_invalid_id";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listMediaUses: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                page?: number;
                per_page?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Link: components["headers"]["Link"];
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-WP-Total": components["headers"]["X-WP-Total"];
                    "X-WP-TotalPages": components["headers"]["X-WP-TotalPages"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaUses"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_media_invalid_id";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    replaceMediaFile: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "If-Match"?: components["parameters"]["If-Match"];
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file?: string;
                    crop?: {
                        x: number;
                        y: number;
                        width: number;
                        height: number;
                    };
                };
                "application/json": {
                    crop?: {
                        x: number;
                        y: number;
                        width: number;
                        height: number;
                    };
                };
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_upload_no_data" | "rest_upload_file_type" | "rest_upload_unknown_error";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_media_invalid_id";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_precondition_failed";
                    };
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_body_too_large";
                    };
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                page?: number;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Link: components["headers"]["Link"];
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-WP-Total": components["headers"]["X-WP-Total"];
                    "X-WP-TotalPages": components["headers"]["X-WP-TotalPages"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createUser: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUser"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateUser"];
                "multipart/form-data": components["schemas"]["CreateUser"];
            };
        };
        responses: {
            201: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_password_required" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_exists" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readOwnUser: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateOwnUserByPut: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOwnUser"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateOwnUser"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_password_required" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_exists" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateOwnUser: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOwnUser"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateOwnUser"];
                "multipart/form-data": components["schemas"]["UpdateOwnUser"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_password_required" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_exists" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateOwnUserByPatch: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOwnUser"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateOwnUser"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_password_required" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_exists" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readUser: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_invalid_id";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateUserByPut: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateUser"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateUser"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_password_required" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_invalid_id";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_exists" | "rest_user_last_administrator" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateUser: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateUser"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateUser"];
                "multipart/form-data": components["schemas"]["UpdateUser"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_password_required" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_invalid_id";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_exists" | "rest_user_last_administrator" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteUser: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                reassign?: number;
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_invalid_id";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_last_administrator" | "rest_user_has_content";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateUserByPatch: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateUser"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateUser"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_password_required" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_invalid_id";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_exists" | "rest_user_last_administrator" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listTokens: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_invalid_id";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createToken: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    scope?: "read" | "write-own" | "write" | "admin";
                    current_password?: string;
                };
                "application/x-www-form-urlencoded": components["schemas"]["CreateToken"];
                "multipart/form-data": components["schemas"]["CreateToken"];
            };
        };
        responses: {
            201: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewToken"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_password_required" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_invalid_id";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteToken: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path: {
                id: number;
                token: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_invalid_id" | "rest_token_invalid_id";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readSecondFactor: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactor"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_invalid_id";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    beginTotp: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BeginTotp"];
                "application/x-www-form-urlencoded": components["schemas"]["BeginTotp"];
                "multipart/form-data": components["schemas"]["BeginTotp"];
            };
        };
        responses: {
            201: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewTotp"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_password_required" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_second_factor_active" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_unavailable" | "rest_storage_full" | "rest_read_only" | "rest_second_factor_key";
                    };
                };
            };
        };
    };
    confirmTotp: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmTotp"];
                "application/x-www-form-urlencoded": components["schemas"]["ConfirmTotp"];
                "multipart/form-data": components["schemas"]["ConfirmTotp"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_second_factor_active" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_unavailable" | "rest_storage_full" | "rest_read_only" | "rest_second_factor_key";
                    };
                };
            };
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BeginTotp"];
                "application/x-www-form-urlencoded": components["schemas"]["BeginTotp"];
                "multipart/form-data": components["schemas"]["BeginTotp"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_password_required" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_second_factor_inactive" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    disableSecondFactor: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    current_password?: string;
                    passkeys?: boolean;
                };
                "application/x-www-form-urlencoded": components["schemas"]["DisableSecondFactor"];
                "multipart/form-data": components["schemas"]["DisableSecondFactor"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactor"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_password_required" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_invalid_id";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listPasskeys: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_invalid_id";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createPasskey: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePasskey"];
                "application/x-www-form-urlencoded": components["schemas"]["CreatePasskey"];
                "multipart/form-data": components["schemas"]["CreatePasskey"];
            };
        };
        responses: {
            201: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_passkey_exists" | "rest_passkeys_unavailable" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    beginPasskey: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BeginTotp"];
                "application/x-www-form-urlencoded": components["schemas"]["BeginTotp"];
                "multipart/form-data": components["schemas"]["BeginTotp"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_password_required" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_passkeys_unavailable" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updatePasskeyByPut: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path: {
                id: number;
                passkey: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePasskey"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdatePasskey"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_passkey_invalid_id";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updatePasskey: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
                passkey: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePasskey"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdatePasskey"];
                "multipart/form-data": components["schemas"]["UpdatePasskey"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_passkey_invalid_id";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deletePasskey: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path: {
                id: number;
                passkey: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_passkey_invalid_id";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updatePasskeyByPatch: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path: {
                id: number;
                passkey: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePasskey"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdatePasskey"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_passkey_invalid_id";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    beginPasskeySignIn: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_passkeys_unavailable" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createPasskeySession: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    response: {
                        [key: string]: unknown;
                    };
                    remember?: boolean;
                };
                "application/x-www-form-urlencoded": components["schemas"]["CreatePasskeySession"];
                "multipart/form-data": components["schemas"]["CreatePasskeySession"];
            };
        };
        responses: {
            201: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSession"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "incorrect_password" | "invalid_username" | "invalid_email" | "rest_second_factor_required" | "rest_invalid_token" | "rest_forbidden" | "rest_passkey_refused";
                    };
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_cross_origin" | "rest_forbidden";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_passkeys_unavailable" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readPasswordReset: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordResetWay"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestPasswordReset"];
                "application/x-www-form-urlencoded": components["schemas"]["RequestPasswordReset"];
                "multipart/form-data": components["schemas"]["RequestPasswordReset"];
            };
        };
        responses: {
            202: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordResetWay"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_mail_unavailable" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    previewPasswordReset: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmTotp"];
                "application/x-www-form-urlencoded": components["schemas"]["ConfirmTotp"];
                "multipart/form-data": components["schemas"]["ConfirmTotp"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordReset"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_code" | "rest_forbidden";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    confirmPasswordReset: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                    /** Format: password */
                    password: string;
                    revoke_tokens?: boolean;
                };
                "application/x-www-form-urlencoded": components["schemas"]["ConfirmPasswordReset"];
                "multipart/form-data": components["schemas"]["ConfirmPasswordReset"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordReset"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_code" | "rest_forbidden";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                page?: number;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Link: components["headers"]["Link"];
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-WP-Total": components["headers"]["X-WP-Total"];
                    "X-WP-TotalPages": components["headers"]["X-WP-TotalPages"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createInvitation: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvitation"];
                "application/x-www-form-urlencoded": components["schemas"]["CreateInvitation"];
                "multipart/form-data": components["schemas"]["CreateInvitation"];
            };
        };
        responses: {
            201: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewInvitation"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_password_required" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_exists" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteInvitation: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invitation_invalid_id";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    previewInvitation: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmTotp"];
                "application/x-www-form-urlencoded": components["schemas"]["ConfirmTotp"];
                "multipart/form-data": components["schemas"]["ConfirmTotp"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationPreview"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_code" | "rest_forbidden";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitation"];
                "application/x-www-form-urlencoded": components["schemas"]["AcceptInvitation"];
                "multipart/form-data": components["schemas"]["AcceptInvitation"];
            };
        };
        responses: {
            201: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSession"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_code" | "rest_cross_origin" | "rest_forbidden";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_exists" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readMailServer: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailServer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateMailServerByPut: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateMailServer"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateMailServer"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailServer"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_password_required" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_unavailable" | "rest_storage_full" | "rest_read_only" | "rest_second_factor_key";
                    };
                };
            };
        };
    };
    updateMailServer: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateMailServer"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateMailServer"];
                "multipart/form-data": components["schemas"]["UpdateMailServer"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailServer"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_password_required" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_unavailable" | "rest_storage_full" | "rest_read_only" | "rest_second_factor_key";
                    };
                };
            };
        };
    };
    updateMailServerByPatch: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateMailServer"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateMailServer"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailServer"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_password_required" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_unavailable" | "rest_storage_full" | "rest_read_only" | "rest_second_factor_key";
                    };
                };
            };
        };
    };
    sendTestMail: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    dry_run?: boolean;
                };
                "application/x-www-form-urlencoded": components["schemas"]["SendTestMail"];
                "multipart/form-data": components["schemas"]["SendTestMail"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestMail"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_mail_unavailable" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listMails: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                page?: number;
                per_page?: number;
                failed?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Link: components["headers"]["Link"];
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-WP-Total": components["headers"]["X-WP-Total"];
                    "X-WP-TotalPages": components["headers"]["X-WP-TotalPages"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    retryMails: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetriedMails"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_mail_unavailable" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    retryMail: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mail"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_mail_invalid_id";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_mail_erased" | "rest_mail_unavailable" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteMail: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mail"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_mail_invalid_id";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                user?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_invalid_id";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createSession: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    login: string;
                    password: string;
                    code?: string;
                    remember?: boolean;
                };
                "application/x-www-form-urlencoded": components["schemas"]["CreateSession"];
                "multipart/form-data": components["schemas"]["CreateSession"];
            };
        };
        responses: {
            201: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSession"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "incorrect_password" | "invalid_username" | "invalid_email" | "rest_second_factor_required" | "rest_invalid_token" | "rest_forbidden" | "rest_sign_in_failed" | "rest_second_factor_wrong";
                    };
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_cross_origin" | "rest_forbidden";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_unavailable" | "rest_storage_full" | "rest_read_only" | "rest_second_factor_key";
                    };
                };
            };
        };
    };
    endSessions: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                user?: number;
                keep_current?: boolean;
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSessions"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_invalid_id";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readCurrentSession: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSession"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    endCurrentSession: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_session_invalid_id";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    endSession: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_session_invalid_id";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createBatch: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    requests: {
                        /** @enum {string} */
                        method?: "POST" | "PUT" | "PATCH" | "DELETE";
                        path: string;
                        body?: {
                            [key: string]: unknown;
                        };
                        headers?: {
                            [key: string]: string;
                        };
                    }[];
                    /** @enum {string} */
                    validation?: "normal" | "require-all-validate";
                    atomic?: boolean;
                };
                "application/x-www-form-urlencoded": components["schemas"]["CreateBatch"];
                "multipart/form-data": components["schemas"]["CreateBatch"];
            };
        };
        responses: {
            207: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchAnswer"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param" | "rest_batch_not_allowed";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                page?: number;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Link: components["headers"]["Link"];
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-WP-Total": components["headers"]["X-WP-Total"];
                    "X-WP-TotalPages": components["headers"]["X-WP-TotalPages"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createImport: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file?: string;
                    /** @enum {string} */
                    kind: "tec" | "kalends";
                    url?: string;
                    dry_run?: boolean;
                    /** @enum {string} */
                    status?: "publish" | "draft" | "pending" | "private";
                    categories?: number[];
                    author?: number;
                    mapping?: {
                        [key: string]: unknown;
                    };
                };
                "application/json": {
                    /** @enum {string} */
                    kind: "tec" | "kalends";
                    url?: string;
                    dry_run?: boolean;
                    /** @enum {string} */
                    status?: "publish" | "draft" | "pending" | "private";
                    categories?: number[];
                    author?: number;
                    mapping?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            202: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_cannot_set_author" | "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_body_too_large";
                    };
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readImport: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_import_not_found";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    cancelImport: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_import_not_found";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_import_ended";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readImportReport: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                page?: number;
                per_page?: number;
                outcome?: "created" | "updated" | "unchanged" | "skipped" | "repaired" | "failed";
                kind?: "event" | "venue" | "organizer" | "category" | "tag" | "media";
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Link: components["headers"]["Link"];
                    "X-TEC-Total": components["headers"]["X-TEC-Total"];
                    "X-TEC-TotalPages": components["headers"]["X-TEC-TotalPages"];
                    "X-WP-Total": components["headers"]["X-WP-Total"];
                    "X-WP-TotalPages": components["headers"]["X-WP-TotalPages"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportItemList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_import_not_found";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    undoImport: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_import_not_found";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_import_not_undoable" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readSettings: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSettings"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_answer_too_large";
                    };
                };
            };
            401: components["responses"]["Error401"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateSettingsByPut: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSettings"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateSettings"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSettings"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateSettings: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSettings"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateSettings"];
                "multipart/form-data": components["schemas"]["UpdateSettings"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSettings"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateSettingsByPatch: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSettings"];
                "application/x-www-form-urlencoded": components["schemas"]["UpdateSettings"];
            };
        };
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSettings"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    previewSettings: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                language?: "en" | "de" | "es";
                timezone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingMoves"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_forbidden" | "rest_token_scope";
                    };
                };
            };
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readSetup: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Setup"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    setUp: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
                dry_run?: components["parameters"]["dry_run"];
                _method?: components["parameters"]["_method"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetUp"];
                "application/x-www-form-urlencoded": components["schemas"]["SetUp"];
                "multipart/form-data": components["schemas"]["SetUp"];
            };
        };
        responses: {
            201: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSession"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request" | "rest_missing_callback_param";
                    };
                };
            };
            401: components["responses"]["Error401"];
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_code" | "rest_cross_origin" | "rest_forbidden";
                    };
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_user_exists" | "rest_idempotency_key_in_use";
                    };
                };
            };
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_setup_closed" | "rest_idempotency_answer_dropped";
                    };
                };
            };
            413: components["responses"]["Error413"];
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_idempotency_key_reused";
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readHealth: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readLive: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    readReady: {
        parameters: {
            query?: {
                translation_language?: components["parameters"]["translation_language"];
                _fields?: components["parameters"]["_fields"];
                _envelope?: components["parameters"]["_envelope"];
                _pretty?: components["parameters"]["_pretty"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "Content-Language": components["headers"]["Content-Language"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            304: components["responses"]["NotModified"];
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {unknown} */
                        code?: "rest_invalid_param" | "rest_invalid_json" | "rest_bad_request";
                    };
                };
            };
            401: components["responses"]["Error401"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
}
